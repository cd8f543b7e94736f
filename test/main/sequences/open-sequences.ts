/** Sequences in a real library. */
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { ClipId, SequenceId, TakeId } from '#contract/words.ts'
import { clipsOf, tracksOf } from '#rules/sequence/document.ts'
import { plainLook } from '#rules/sequence/new-tracks.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { createSequences } from '../../../src-main/sequences/sequences.ts'
import { openLibrary } from '../script/open-library.ts'

export async function openSequences() {
  const library = await openLibrary()
  const ports = { db: library.db, clock: library.clock, touch: library.projects.touch }
  const sequences = createSequences(ports)
  const size = { width: 1280, height: 720, rate: { numerator: 24, denominator: 1 } }
  const sequenceId = newId<SequenceId>()
  const wish = { sequenceId, projectId: library.projectId, name: 'Main', ...size }
  await sequences.create(wish, true)
  const picturesId = tracksOf(await sequences.get(sequenceId)).find(track => track.kind === 'pictures')!.id

  const revision = async () => (await sequences.get(sequenceId)).revision
  /** Places a still of these frames. */
  async function place(start: number, length: number, takeId = newId<TakeId>()): Promise<ClipId> {
    const clipId = newId<ClipId>()
    const clip = {
      ...{ id: clipId, start, length, linkId: null, in: 0, sourceLength: null, speed: 100, fadeIn: 0, fadeOut: 0, crossIn: 0 },
      ...{ lineId: null, takeId, title: null, look: plainLook },
    }
    const edits: SequenceEdit[] = [{ do: 'place', placements: [{ trackId: picturesId, clip }], how: 'overwrite' }]
    await sequences.edit(sequenceId, { baseRevision: await revision(), name: 'place', edits })
    return clipId
  }
  /** Start and length of each picture, as another program that opens the library reads them. */
  async function pictures(): Promise<number[][]> {
    const track = tracksOf(await createSequences(ports).get(sequenceId)).find(each => each.id === picturesId)
    return track ? clipsOf(track).map(clip => [clip.start, clip.length]) : []
  }
  return { ...library, sequences, ports, sequenceId, wish, picturesId, place, pictures, revision }
}
