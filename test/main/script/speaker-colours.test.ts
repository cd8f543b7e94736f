/** Colours of speakers in the library: given once, chosen, renamed, merged, kept by snapshots and copies, gone with their project. */
import type { ClipId, ProjectId, TrackId } from '#contract/words.ts'
import { expect, it } from 'vitest'
import { captionColourOf } from '#rules/script/speaker-colours.ts'
import { plainTrack } from '#rules/sequence/new-tracks.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { sql } from '../../../src-main/storage/sql.ts'
import { storeSequence } from '../../kit/sequences.ts'
import { openTestStudio } from '../../kit/studio.ts'

const call = { signal: new AbortController().signal, origin: 'page' } as const
async function firstOf<Event>(feed: AsyncIterable<Event>): Promise<Event> {
  const { value, done } = await feed[Symbol.asyncIterator]().next()
  if (done)
    throw new Error('The feed said nothing')
  return value
}

const spoken = (speaker: string) => ({ speaker, text: `${speaker} speaks.`, direction: '' })

async function open() {
  const studio = await openTestStudio()
  const { parts, handlers } = studio
  const { id: projectId } = await parts.projects.create('Harbour')
  const heading = { speaker: '', text: '', direction: '# INT. BOAT' }
  const lines = await parts.script.add(projectId, null, [heading, spoken('ANNA'), spoken('BEN')])
  const colours = async (of = projectId) => Object.fromEntries((await firstOf(parts.script.colours(of))).changed[0]!.colours
    .map(({ speaker, colour, isChosen }) => [speaker, isChosen ? `${colour}!` : colour]))
  return { ...studio, parts, handlers, projectId, lines, colours }
}

it('a speaker keeps what was given with the first line, whoever comes, goes, is renamed or merged', async () => {
  const { parts: { script }, projectId, lines, colours } = await open()
  const { ANNA, BEN, ...others } = await colours()
  expect([new Set([ANNA, BEN]).size, others], 'a heading is no speaker').toEqual([2, {}])
  await script.add(projectId, null, Array.from({ length: 6 }, (_, at) => spoken(`S${at}`)))
  expect(Object.keys(await colours())).toHaveLength(8)
  expect(new Set(Object.values(await colours())).size).toBe(8)
  expect(await colours()).toMatchObject({ ANNA, BEN })

  const { lineIds } = await script.renameSpeaker({ projectId, from: 'BEN', to: 'Benjamin' })
  expect(await colours()).toMatchObject({ ANNA, Benjamin: BEN })
  await script.renameSpeaker({ projectId, from: 'Benjamin', to: 'BEN', lineIds })
  expect(await colours()).toMatchObject({ ANNA, BEN })
  const merged = await script.renameSpeaker({ projectId, from: 'BEN', to: 'ANNA' })
  expect((await colours()).ANNA).toBe(ANNA)
  await script.renameSpeaker({ projectId, from: 'ANNA', to: 'BEN', lineIds: merged.lineIds })
  expect(await colours(), 'parted again, both are as before').toMatchObject({ ANNA, BEN })
  await script.remove(lines[2]!.id)
  await script.restore(lines[2]!.id)
  expect((await colours()).BEN).toBe(BEN)
})

it('a chosen colour holds only against the one that was expected, and the captions that show it follow', async () => {
  const { parts, handlers, projectId, lines, colours } = await open()
  const { ANNA } = await colours()
  const from = (ANNA ?? 'orange') as 'orange'
  const { id: sequenceId } = await storeSequence(parts.sequences, projectId)
  const track = {
    ...plainTrack('captions', newId<TrackId>()),
    speakerColours: { ANNA: captionColourOf(from), BEN: '#123456' },
    clips: Object.fromEntries(lines.slice(1).map(({ id: lineId, speaker, text }, at) => {
      const id = newId<ClipId>()
      return [id, { id, start: at * 25, length: 25, speaker, text, linkId: null, lineId }]
    })),
  }
  await parts.sequences.replace(sequenceId, 'add-track', now => ({
    ...now,
    trackIds: [...now.trackIds, track.id],
    tracks: { ...now.tracks, [track.id]: track },
  }))
  const shown = async () => {
    const now = (await parts.sequences.get(sequenceId)).tracks[track.id]
    return now?.kind === 'captions' ? now.speakerColours : null
  }
  const choose = (speaker: string, colour: 'cyan' | 'pink', expected?: 'orange') =>
    handlers.script.colourSpeaker({ projectId, speaker, colour, isChosen: true, ...expected && { expected } }, call)
  const other = from === ('cyan' as string) ? 'pink' : 'cyan'
  await choose('ANNA', other, from)
  await choose('BEN', other)
  expect(await colours()).toEqual({ ANNA: `${other}!`, BEN: `${other}!` })
  expect(await shown(), 'a colour of the track’s own stays').toEqual({ ANNA: captionColourOf(other), BEN: '#123456' })
  await expect(choose('ANNA', 'pink', from)).rejects.toMatchObject({ code: 'changed-meanwhile', data: { word: 'colour' } })
  await parts.sequences.undo(sequenceId)
  expect(await shown()).toEqual({ ANNA: captionColourOf(from), BEN: '#123456' })
})

it('snapshots bring it back, a copy has it, and it goes with its project', async () => {
  const { parts, handlers, projectId, colours } = await open()
  await handlers.script.colourSpeaker({ projectId, speaker: 'ANNA', colour: 'indigo', isChosen: true }, call)
  await parts.snapshots.takeAll()
  const before = await colours()
  await handlers.script.colourSpeaker({ projectId, speaker: 'ANNA', colour: 'red', isChosen: true }, call)
  const [snapshot] = (await handlers.snapshots.list({ projectId }, call)).snapshots
  const copy = await handlers.snapshots.restore({ snapshotId: snapshot!.id, asNew: true }, call)
  expect(await colours(copy.project.id)).toEqual(before)
  await handlers.snapshots.restore({ snapshotId: snapshot!.id, asNew: false }, call)
  expect(await colours()).toEqual(before)
  await parts.projects.trash(projectId)
  await parts.projects.restore(projectId)
  expect(await colours()).toEqual(before)
  await parts.projects.trash(projectId)
  await parts.projects.purge(projectId)
  const left = await parts.library.all<{ project_id: ProjectId }>(sql`SELECT DISTINCT project_id FROM speaker_colours`)
  expect(left.map(row => row.project_id)).toEqual([copy.project.id])
})

it('a script from before there were colours gets them as they were shown', async () => {
  const { parts, projectId, colours } = await open()
  const before = await colours()
  await parts.library.run(sql`DELETE FROM speaker_colours`)
  await parts.script.renameSpeaker({ projectId, from: 'BEN', to: 'Benjamin' })
  expect(await colours()).toEqual({ ANNA: before.ANNA, Benjamin: before.BEN })
})
