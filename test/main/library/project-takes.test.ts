/** Every take in any project: added, found, told where it is used, removed, kept by earlier versions, and named before it is deleted. */
import type { Take } from '#contract/takes.ts'
import type { ProjectId, TakeId } from '#contract/words.ts'
import type { openTestLibrary } from '../../kit/library.ts'
import { expect, it } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { sql } from '../../../src-main/storage/sql.ts'
import { anyQuery, plainAsset, spokenTake } from '../../kit/library.ts'
import { storeSequence } from '../../kit/sequences.ts'
import { openTestStudio } from '../../kit/studio.ts'

const call = { signal: new AbortController().signal, origin: 'page' } as const

async function open() {
  const studio = await openTestStudio()
  const { parts } = studio
  const file = async (text: string, projectId: ProjectId | null = null): Promise<Take> => parts.takes.file(
    spokenTake(text, { projectId }),
    await plainAsset({ root: studio.folder, assets: parts.assets } as Awaited<ReturnType<typeof openTestLibrary>>, text),
  )
  const found = async (projectId: ProjectId, more: Partial<typeof anyQuery> = {}): Promise<string[]> =>
    (await parts.takes.search({ ...anyQuery, projectId, ...more })).takes.map(take => take.title)
  const place = (projectId: ProjectId, name: string, takeIds: readonly TakeId[]) =>
    storeSequence(parts.sequences, projectId, { name, spoken: takeIds.map(takeId => ({ takeId })) })
  const film = await parts.projects.create('Film')
  const trailer = await parts.projects.create('Trailer')
  return { studio, ...studio, file, found, place, film, trailer }
}

it('an added take is laid out with those that were made there once it is starred', async () => {
  const { parts, handlers, file, film, trailer } = await open()
  const [mine, other] = [await file('mine', film.id), await file('other', trailer.id)]
  await handlers.takes.addToProject({ projectId: trailer.id, takeIds: [mine.id] }, call)
  const laidOut = async () => (await parts.takes.ofProject(trailer.id, ['audio'])).map(take => take.id).sort()
  expect(await laidOut()).toEqual([other.id])
  await handlers.takes.star({ takeIds: [mine.id], isStarred: true }, call)
  expect(await laidOut()).toEqual([mine.id, other.id].sort())
})

it('a take of one project is added to another, listed by both and counted by both; adding it again does nothing', async () => {
  const { parts, handlers, file, found, film, trailer } = await open()
  const [mine, other] = [await file('mine', film.id), await file('other', trailer.id)]
  const add = () => handlers.takes.addToProject({ projectId: trailer.id, takeIds: [mine.id, other.id, newId<TakeId>()] }, call)
  expect(await add()).toEqual({ takeIds: [mine.id] })
  expect(await add()).toEqual({ takeIds: [] })
  expect(await found(trailer.id)).toEqual(['other', 'mine'])
  expect(await found(trailer.id, { onlyMadeThere: true })).toEqual(['other'])
  expect(await found(film.id)).toEqual(['mine'])
  expect(await parts.takes.get(mine.id)).toMatchObject({ projectId: film.id, addedToIds: [trailer.id] })
  expect((await parts.projects.get(trailer.id)).takeCount).toBe(2)
  expect((await parts.projects.get(film.id)).takeCount).toBe(1)
  await expect(handlers.takes.addToProject({ projectId: newId<ProjectId>(), takeIds: [mine.id] }, call)).rejects.toMatchObject({
    code: 'not-found',
  })
})

it('listeners hear which takes were added and removed, and many are added at once', async () => {
  const { parts, handlers, file, trailer, found } = await open()
  const takes = await Promise.all(Array.from({ length: 120 }, async (_, at) => file(`take ${at}`)))
  const takeIds = takes.map(take => take.id)
  const stop = new AbortController()
  const events = parts.takes.changes(stop.signal)[Symbol.asyncIterator]()
  await events.next()
  expect((await handlers.takes.addToProject({ projectId: trailer.id, takeIds }, call)).takeIds).toHaveLength(120)
  const added: Take[] = (await events.next()).value!.changed
  expect(added.every(take => take.addedToIds[0] === trailer.id)).toBe(true)
  expect(added).toHaveLength(120)
  expect(await handlers.takes.removeFromProject({ projectId: trailer.id, takeIds: takeIds.slice(0, 100) }, call)).toMatchObject({
    takeIds: { length: 100 },
    madeThere: 0,
    stillUsed: 0,
  })
  expect((await events.next()).value!.changed.every((take: Take) => take.addedToIds.length === 0)).toBe(true)
  expect(await found(trailer.id)).toHaveLength(20)
  stop.abort()
})

it('what the script or a timeline uses is part of the project without being added, and says where it is used', async () => {
  const { parts, handlers, file, found, place, film, trailer } = await open()
  const [spoken, music, made, still] = [
    await file('spoken', film.id),
    await file('music', film.id),
    await file('made', trailer.id),
    await file('still', film.id),
  ]
  await parts.library.run(sql`
    INSERT INTO storyboard (id, project_id, line_ids, prompt, still_take_id, changed_at)
    VALUES (${newId()}, ${trailer.id}, '[]', 'A harbour at dawn', ${still.id}, 0)`)
  const [line] = await parts.script.add(trailer.id, null, [{ speaker: 'Anna', text: 'The boat is gone.', direction: '' }])
  await parts.library.run(sql`UPDATE lines SET chosen_take_id = ${spoken.id} WHERE id = ${line!.id}`)
  const sequence = await place(trailer.id, 'Cut 2', [music.id, music.id])
  const voice = await parts.voices.create({ takeId: spoken.id, name: 'Grandfather', consent: 'yes' })
  await parts.snapshots.take(trailer.id)
  await handlers.takes.addToProject({ projectId: trailer.id, takeIds: [music.id] }, call)
  expect(await found(trailer.id)).toEqual(['still', 'made', 'music', 'spoken'])

  const takeIds = [spoken.id, music.id, made.id, still.id]
  const { uses } = await handlers.takes.uses({ takeIds }, call)
  const of = (take: Take) => uses.filter(use => use.takeId === take.id).map(use => [use.kind, use.name, use.projectName, use.times])
  expect(of(spoken)).toEqual([
    ['voice', 'Grandfather', '', 1],
    ['script', 'The boat is gone.', 'Trailer', 1],
    ['version', '', 'Trailer', 1],
  ])
  expect(of(music)).toEqual([['bin', '', 'Trailer', 1], ['timeline', 'Cut 2', 'Trailer', 2], ['version', '', 'Trailer', 1]])
  expect(of(made)).toEqual([])
  expect(of(still)).toEqual([['storyboard', 'A harbour at dawn', 'Trailer', 1], ['version', '', 'Trailer', 1]])
  expect(uses.map(use => use.lineId ?? use.sequenceId ?? use.voiceId)).toEqual(expect.arrayContaining([line!.id, sequence.id, voice.id]))

  expect(await handlers.takes.removeFromProject({ projectId: trailer.id, takeIds }, call)).toEqual({
    takeIds: [music.id],
    madeThere: 1,
    stillUsed: 3,
  })
  expect(await found(trailer.id)).toEqual(['still', 'made', 'music', 'spoken'])
})

it('in the trash a take stays in the bin; deleting it permanently names the bin, which does not keep it from being deleted by age', async () => {
  const { parts, handlers, file, found, film, trailer } = await open()
  const take = await file('music', film.id)
  await handlers.takes.addToProject({ projectId: trailer.id, takeIds: [take.id] }, call)
  await handlers.takes.trash({ takeIds: [take.id] }, call)
  expect(await found(trailer.id)).toEqual([])
  const items = [{ kind: 'take' as const, id: take.id }]
  expect((await handlers.trash.weigh({ items }, call)).uses).toEqual([{ kind: 'bin', place: 'Trailer', isTrashed: false, things: 1 }])
  expect((await handlers.trash.list({}, call)).items).toMatchObject([{ isUsed: false }])
  await handlers.takes.restore({ takeIds: [take.id] }, call)
  expect(await found(trailer.id)).toEqual(['music'])
  await handlers.takes.trash({ takeIds: [take.id] }, call)
  expect(await handlers.trash.purge({ items }, call)).toMatchObject({ count: 1 })
  expect((await parts.projects.get(trailer.id)).takeCount).toBe(0)
  expect(await parts.library.check()).toEqual([])
})

it('a project that is deleted permanently leaves what was added to it, and what was made in it stays in other projects', async () => {
  const { parts, handlers, file, found, film, trailer } = await open()
  const take = await file('music', film.id)
  await handlers.takes.addToProject({ projectId: trailer.id, takeIds: [take.id] }, call)
  await handlers.projects.trash({ projectId: film.id }, call)
  await handlers.trash.purge({ items: [{ kind: 'project', id: film.id }] }, call)
  expect(await found(trailer.id)).toEqual(['music'])
  await handlers.projects.trash({ projectId: trailer.id }, call)
  await handlers.trash.purge({ items: [{ kind: 'project', id: trailer.id }] }, call)
  expect(await parts.takes.get(take.id)).toMatchObject({ projectId: null, addedToIds: [], trashedAt: null })
  expect(await parts.library.check()).toEqual([])
})

it('a restored version brings back what had been added and keeps what was added since; a copy also gets what had been made there', async () => {
  const { parts, handlers, file, found, film, trailer } = await open()
  const [early, late, gone] = [await file('early', film.id), await file('late', film.id), await file('gone', film.id)]
  await file('made', trailer.id)
  await handlers.takes.addToProject({ projectId: trailer.id, takeIds: [early.id, gone.id] }, call)
  expect(await parts.snapshots.takeAll()).toBe(1)
  const [version] = (await handlers.snapshots.list({ projectId: trailer.id }, call)).snapshots
  await handlers.takes.removeFromProject({ projectId: trailer.id, takeIds: [early.id] }, call)
  await handlers.takes.addToProject({ projectId: trailer.id, takeIds: [late.id] }, call)
  await handlers.takes.trash({ takeIds: [gone.id] }, call)
  await handlers.trash.purge({ items: [{ kind: 'take', id: gone.id }] }, call)
  const copy = await handlers.snapshots.restore({ snapshotId: version!.id, asNew: true }, call)
  expect(await found(copy.project.id)).toEqual(['made', 'early'])
  await handlers.snapshots.restore({ snapshotId: version!.id, asNew: false }, call)
  expect(await found(trailer.id)).toEqual(['made', 'late', 'early'])
})
