/**
 * Sequences in sequences, in a real studio: none in itself, what plays and what is listed, trash, copies and versions.
 *
 * @module-tag wide
 */
import type { EditListFormat } from '#contract/saving.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { ClipId, ProjectId, SequenceId, TakeId } from '#contract/words.ts'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { titleStyle } from '#rules/captions/style.ts'
import { findClip, tracksOf } from '#rules/sequence/document.ts'
import { nestedClip, nestedIds } from '#rules/sequence/nested/nested-clips.ts'
import { plainLook } from '#rules/sequence/new-tracks.ts'
import { resolve } from '#rules/sequence/resolve.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { editListFiles } from '../../../src-main/deliver/edit-lists.ts'
import { openTestStudio } from '../../kit/studio.ts'

const call = { signal: new AbortController().signal, origin: 'page' } as const
const format = { width: 1280, height: 720, rate: { numerator: 24, denominator: 1 } }

async function film() {
  const studio = await openTestStudio()
  const { parts } = studio
  const { id: projectId } = await parts.projects.create('Harbour')
  const { sequences } = parts
  async function create(name: string, into: ProjectId = projectId): Promise<SequenceId> {
    return (await sequences.create({ sequenceId: newId<SequenceId>(), projectId: into, name, ...format }, true)).id
  }
  async function edit(sequenceId: SequenceId, edits: SequenceEdit[]): Promise<void> {
    const { revision } = await sequences.get(sequenceId)
    await sequences.edit(sequenceId, { baseRevision: revision, name: 'place', edits })
  }
  async function pictures(sequenceId: SequenceId) {
    return tracksOf(await sequences.get(sequenceId)).find(({ kind }) => kind === 'pictures')!.id
  }
  async function title(sequenceId: SequenceId, start: number, text = 'Title'): Promise<void> {
    const clip = {
      ...{ id: newId<ClipId>(), start, length: 24, linkId: null, in: 0, sourceLength: null, speed: 100, fadeIn: 0, fadeOut: 0, crossIn: 0 },
      ...{ lineId: null, takeId: null as TakeId | null, look: plainLook },
      title: { text, style: titleStyle },
    }
    await edit(sequenceId, [{ do: 'place', placements: [{ trackId: await pictures(sequenceId), clip }], how: 'overwrite' }])
  }
  async function nest(outer: SequenceId, inner: SequenceId, start = 0): Promise<ClipId> {
    const id = newId<ClipId>()
    const clip = nestedClip(await sequences.get(inner), { id, sequenceId: inner, start, rate: format.rate })!
    await edit(outer, [{ do: 'place', placements: [{ trackId: await pictures(outer), clip }], how: 'overwrite' }])
    return id
  }
  return { ...studio, projectId, sequences, create, edit, title, nest }
}
const inItself = { code: 'edit-refused', data: { because: 'in-itself' } }

it('plays what the inner sequence is now, and its version changes with it', async () => {
  const { parts, handlers, projectId, create, title, nest, edit } = await film()
  const [outer, inner] = [await create('Film'), await create('Scene')]
  await title(inner, 0)
  const clipId = await nest(outer, inner, 10)
  const texts = async () => resolve(await parts.played(outer)).stretches.map(({ startFrame, frames, layers }) =>
    [startFrame, frames, ...layers.map(({ clip }) => clip.title?.text)])
  expect(await texts()).toEqual([[10, 24, 'Title']])
  const before = await parts.playedVersion(outer)
  expect(await parts.playedVersion(outer)).toBe(before)
  await title(inner, 6, 'Later')
  expect(await texts()).toEqual([[10, 6, 'Title'], [16, 18, 'Later']])
  expect(await parts.playedVersion(outer)).not.toBe(before)
  // A finding about what is inside is at the clip that it is in.
  await title(inner, 30, '\u{13000}')
  const { findings } = await handlers.deliveries.preflight({
    ...{ projectId, sequenceId: outer, ...format, presetId: 'landscape-720', captionMode: 'none' },
  }, call)
  expect(findings.map(({ finding }) => finding)).not.toContain('missing-letters')
  const longer = { do: 'trim', clipIds: [clipId], edge: 'end', byFrames: 30, ripples: false } as const
  await edit(outer, [{ do: 'setNested', sequenceId: inner, frames: 54 }, { ...longer, clipIds: [clipId] }])
  const after = await handlers.deliveries.preflight({
    ...{ projectId, sequenceId: outer, ...format, presetId: 'landscape-720', captionMode: 'none' },
  }, call)
  expect(after.findings).toContainEqual(expect.objectContaining({
    finding: 'missing-letters',
    places: [expect.objectContaining({ clipId, startFrame: 40, frames: 24 })],
  }))
  // What is stored stays as it was edited.
  expect(await parts.sequences.summary(outer)).toMatchObject({ clipCount: 1, durationFrames: 64, nestedIds: [inner] })
})

it('is never in itself: neither by an edit, nor through others, nor by undo', async () => {
  const { sequences, create, title, nest, edit } = await film()
  const [a, b, c] = [await create('A'), await create('B'), await create('C')]
  for (const id of [a, b, c])
    await title(id, 0)
  await expect(nest(a, a)).rejects.toMatchObject(inItself)
  const clipId = await nest(a, b, 40)
  await nest(b, c, 40)
  await expect(nest(c, a, 40)).rejects.toMatchObject(inItself)
  // Without B in A, A may come into C; then undo may not bring B back.
  await edit(a, [{ do: 'remove', clipIds: [clipId], closesGap: false }])
  await nest(c, a, 40)
  await expect(sequences.undo(a)).rejects.toMatchObject(inItself)
  expect(findClip(await sequences.get(a), clipId)).toBeNull()
  // A trashed sequence counts: it can come back.
  await sequences.trash(b)
  await expect(nest(a, b, 80)).rejects.toMatchObject(inItself)
  // A copy has what its original has, and is in none.
  const copy = await sequences.duplicate(c, { sequenceId: newId<SequenceId>(), name: 'Copy', width: 720, height: 1280 })
  expect(copy.nestedIds).toEqual([a])
  await expect(nest(a, copy.id, 80)).rejects.toMatchObject(inItself)
})

it('in the trash still plays; the trash says where it is used, and without it the film says what is missing', async () => {
  const { parts, handlers, projectId, sequences, create, title, nest } = await film()
  const [outer, inner] = [await create('Film'), await create('Scene')]
  await title(inner, 0)
  const clipId = await nest(outer, inner)
  await sequences.trash(inner)
  const ref = { kind: 'sequence', id: inner } as const
  expect(resolve(await parts.played(outer)).stretches).toHaveLength(1)
  expect((await handlers.trash.list({}, call)).items).toMatchObject([{ ...ref, isUsed: true }])
  expect(await handlers.trash.weigh({ items: [ref] }, call)).toMatchObject({
    used: 1,
    uses: [{ kind: 'timeline', place: 'Harbour', isTrashed: false, things: 1 }],
  })
  // Emptying by age leaves it, however old.
  expect(await parts.trash.purgeOlderThan(-1)).toBe(0)
  await parts.trash.purge([ref])
  expect(resolve(await parts.played(outer))).toMatchObject({ stretches: [], durationFrames: 24 })
  const { findings } = await handlers.deliveries.preflight({
    ...{ projectId, sequenceId: outer, ...format, presetId: 'landscape-720', captionMode: 'none' },
  }, call)
  expect(findings).toContainEqual(expect.objectContaining({
    ...{ finding: 'missing-sequence', isBlocking: true, count: 1 },
    places: [expect.objectContaining({ clipId, startFrame: 0, frames: 24 })],
  }))
})

it('comes along into a copy of the project as its own copy', async () => {
  const { parts, handlers, projectId, create, title, nest } = await film()
  const [outer, inner] = [await create('Film'), await create('Scene')]
  await title(inner, 0)
  await nest(outer, inner)
  await parts.snapshots.takeAll()
  const { snapshots } = await handlers.snapshots.list({ projectId }, call)
  const { project } = await handlers.snapshots.restore({ snapshotId: snapshots[0]!.id, asNew: true }, call)
  const copies = await parts.sequences.ofProject(project.id)
  const [film2, scene2] = [copies.find(({ name }) => name === 'Film')!, copies.find(({ name }) => name === 'Scene')!]
  expect(film2.nestedIds).toEqual([scene2.id])
  expect([outer, inner]).not.toContain(scene2.id)
})

it('is a compound in edit lists, with all its takes, and in an EDL its own tracks and clips, with a note', async () => {
  const { parts, create, title, nest, folder } = await film()
  const [outer, inner] = [await create('Film'), await create('Scene')]
  await title(inner, 0)
  await nest(outer, inner, 12)
  const sequence = await parts.played(outer)
  expect(nestedIds(sequence)).toEqual([inner])
  // Beyond what the film shows of it.
  await title(inner, 48, 'Later')
  const textsOf = async (format: EditListFormat) => {
    const { files } = await editListFiles({ sequenceId: outer, format, hasMedia: true }, {
      ...parts,
      sequences: { get: parts.played },
      storedSequence: parts.sequences.get,
      cacheFolder: join(folder, 'cache'),
    })
    return files.map(({ path, content }) => 'text' in content ? content.text : path)
  }
  const [list, notes, ...media] = await textsOf('otio')
  const [track] = JSON.parse(list!).tracks.children
  expect(track.children).toMatchObject([{ OTIO_SCHEMA: 'Gap.1' }, { OTIO_SCHEMA: 'Stack.1', name: 'Scene', children: [{ kind: 'Video' }] }])
  expect(media).toEqual(['media/Title Title.png', 'media/Title Later.png'])
  expect(notes).not.toContain('nested')
  const [edl, told, ...files] = await textsOf('edl')
  expect(edl).toContain('FROM CLIP NAME: Title')
  expect(files).toEqual(['media/Title Title.png'])
  expect(told).toContain('1 nested sequence is here as its own tracks and clips.')
  expect(told).not.toContain('The opacity and fades')
})

it('half clear, placed or at another speed is told in edit lists that leave that out', async () => {
  const { parts, create, edit, title, nest, folder } = await film()
  const [outer, inner] = [await create('Film'), await create('Scene')]
  await title(inner, 0)
  const clipId = await nest(outer, inner, 12)
  await edit(outer, [{ do: 'setPicture', clipIds: [clipId], values: { fadeIn: 6 } }])
  const formats = ['otio', 'edl', 'fcpxml', 'mlt'] as const
  async function toldIn(note: string) {
    const all = await Promise.all(formats.map(async format => editListFiles({ sequenceId: outer, format, hasMedia: true }, {
      ...parts,
      sequences: { get: parts.played },
      storedSequence: parts.sequences.get,
      cacheFolder: join(folder, 'cache'),
    })))
    const texts = all.map(({ files }) => files.map(({ content }) => 'text' in content ? content.text : '').join('\n'))
    return formats.filter((_, at) => texts[at]?.includes(note))
  }
  expect(await toldIn('The opacity and fades of 1 nested sequence are missing')).toEqual(['otio', 'edl'])
  expect(await toldIn('Position, crop')).toEqual([])
  await edit(outer, [{ do: 'setPicture', clipIds: [clipId], values: { look: { ...plainLook, scale: 0.5 } } }])
  expect(await toldIn('Position, crop, colour and transition of 1 nested sequence are missing')).toEqual(formats)
  await edit(outer, [
    { do: 'setPicture', clipIds: [clipId], values: { fadeIn: 0, look: plainLook } },
    { do: 'setSpeed', clipIds: [clipId], speed: 200, ripples: true },
  ])
  expect(await toldIn('1 nested sequence plays forwards at its own speed here')).toEqual(['mlt'])
  expect(await toldIn('Position, crop')).toEqual([])
})
