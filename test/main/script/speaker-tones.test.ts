/** Level and tone in the library: set, undone, renamed along, kept by earlier versions and copies, gone with the project. */
import type { AskedStep } from '#contract/journal.ts'
import type { ProjectId, StepId } from '#contract/words.ts'
import { expect, it } from 'vitest'
import { chainOf } from '#rules/tone/presets.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { sql } from '../../../src-main/storage/sql.ts'
import { openTestStudio } from '../../kit/studio.ts'

const call = { signal: new AbortController().signal, origin: 'page' } as const
const spoken = (speaker: string) => ({ speaker, text: `${speaker} speaks.`, direction: '' })
const podcast = chainOf('podcast')
const film = chainOf('film')

async function open() {
  const studio = await openTestStudio()
  const { parts, handlers } = studio
  const { id: projectId } = await parts.projects.create('Harbour')
  const lines = await parts.script.add(projectId, null, [spoken('ANNA'), spoken('BEN')])
  const tones = async (of = projectId) => Object.fromEntries((await parts.tones.of(of)).map(({ speaker, chain }) => [speaker, chain]))
  return { ...studio, parts, handlers, projectId, lines, tones }
}

it('a chain is set only against the one that was expected, and taken away', async () => {
  const { handlers, projectId, tones } = await open()
  const set = (chain: typeof film | null, expected?: typeof film | null) =>
    handlers.script.setTone({ projectId, speaker: 'ANNA', chain, ...expected !== undefined && { expected } }, call)
  await set(podcast, null)
  expect(await tones()).toEqual({ ANNA: podcast })
  await expect(set(film, null)).rejects.toMatchObject({ code: 'changed-meanwhile', data: { word: 'tone' } })
  await set(podcast, null)
  await set(film, podcast)
  expect(await tones()).toEqual({ ANNA: film })
  await set(null, film)
  expect(await tones()).toEqual({})
  const nowhere = { projectId: newId<ProjectId>(), speaker: 'ANNA', chain: film }
  await expect(handlers.script.setTone(nowhere, call)).rejects.toMatchObject({ code: 'not-found' })
})

it('is one step of undo for all speakers, and pages hear of it', async () => {
  const { parts, handlers, projectId, tones } = await open()
  const step: AskedStep = { id: newId<StepId>(), projectId, name: 'setTone', of: '2', room: 'script' }
  await handlers.script.setTone({ projectId, speaker: 'ANNA', chain: podcast, step }, call)
  await handlers.script.setTone({ projectId, speaker: 'BEN', chain: podcast, step }, call)
  const stop = new AbortController()
  const feed = parts.tones.changes(projectId, stop.signal)[Symbol.asyncIterator]()
  expect((await feed.next()).value).toMatchObject({ changed: [{ id: projectId, tones: [{ speaker: 'ANNA' }, { speaker: 'BEN' }] }] })
  await handlers.journal.undo({ of: { is: 'project', projectId }, stepId: step.id }, call)
  expect(await tones()).toEqual({})
  expect((await feed.next()).value).toMatchObject({ changed: [{ tones: [] }] })
  await handlers.journal.redo({ of: { is: 'project', projectId }, stepId: step.id }, call)
  expect(await tones()).toEqual({ ANNA: podcast, BEN: podcast })
  stop.abort()
})

it('follows a new name; a merged speaker keeps its own', async () => {
  const { parts, handlers, projectId, tones } = await open()
  await parts.tones.set({ projectId, speaker: 'ANNA', chain: podcast })
  await parts.tones.set({ projectId, speaker: 'BEN', chain: film })
  await handlers.script.renameSpeaker({ projectId, from: 'ANNA', to: 'Annabel' }, call)
  expect(await tones()).toEqual({ Annabel: podcast, BEN: film })
  await handlers.script.renameSpeaker({ projectId, from: 'Annabel', to: 'BEN' }, call)
  expect(await tones()).toEqual({ Annabel: podcast, BEN: film })
})

it('earlier versions bring it back, a copy has it, and it goes with its project', async () => {
  const { parts, handlers, projectId, tones } = await open()
  await parts.tones.set({ projectId, speaker: 'ANNA', chain: podcast })
  await parts.snapshots.takeAll()
  await parts.tones.set({ projectId, speaker: 'ANNA', chain: film })
  const [snapshot] = (await handlers.snapshots.list({ projectId }, call)).snapshots
  const copy = await handlers.snapshots.restore({ snapshotId: snapshot!.id, asNew: true }, call)
  expect(await tones(copy.project.id)).toEqual({ ANNA: podcast })
  await handlers.snapshots.restore({ snapshotId: snapshot!.id, asNew: false }, call)
  expect(await tones()).toEqual({ ANNA: podcast })
  await parts.projects.trash(projectId)
  await parts.projects.purge(projectId)
  const left = await parts.library.all<{ project_id: ProjectId }>(sql`SELECT DISTINCT project_id FROM speaker_tones`)
  expect(left.map(row => row.project_id)).toEqual([copy.project.id])
})
