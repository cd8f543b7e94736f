/**
 * What makes a project in several writes, with a full disk at each of them: nothing is left, and the same change is made when there is
 * room.
 *
 * @module-tag wide
 */
import type { ProjectId, StepId } from '#contract/words.ts'
import type { CallContext } from '../../../src-main/studio/ports.ts'
import { randomUUID } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import { askedChange } from '../../../src-main/base/asked-change.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { sql } from '../../../src-main/storage/sql.ts'
import { StorageError } from '../../../src-main/storage/storage-error.ts'
import { storeSequence } from '../../kit/sequences.ts'
import { openTestStudio } from '../../kit/studio.ts'

function asked(changeId?: string): CallContext {
  return { signal: new AbortController().signal, origin: 'page', ...changeId !== undefined && { changeId } }
}
const step = (name: 'createProject' | 'saveTemplate') => ({ id: newId<StepId>(), projectId: null, name, of: 'Made', room: 'projects' })

async function open() {
  const studio = await openTestStudio()
  const { parts, handlers } = studio
  const { id: projectId } = await parts.projects.create('Harbour')
  await parts.script.add(projectId, null, [{ speaker: 'Anna', text: 'One.', direction: '' }])
  await storeSequence(parts.sequences, projectId, {})
  await parts.projects.arrange([projectId], { folder: 'Sea' })
  await handlers.deliveries.choose({ projectId, choices: { presetId: 'podcast-mp3' } } as never, asked())
  const all = { script: true, ownFiles: true, generated: true }
  const { project: template } = await handlers.projects.saveTemplate({ projectId, name: 'Show', parts: all }, asked())
  await parts.snapshots.takeAll()
  const [snapshot] = await parts.snapshots.list(projectId)
  const example = { id: 'podcast', language: 'en' } as const
  return { ...studio, projectId, calls: {
    'duplicate': (id: string) => handlers.projects.duplicate({ projectId, name: 'Made' }, asked(id)),
    'save as template': (id: string) =>
      handlers.projects.saveTemplate({ projectId, name: 'Made', parts: all, step: step('saveTemplate') }, asked(id)),
    'from a template of one’s own': (id: string) =>
      handlers.projects.create({ name: 'Made', ownTemplateId: template.id, step: step('createProject') }, asked(id)),
    'from an example': (id: string) =>
      handlers.projects.create({ name: 'Made', template: example, step: step('createProject') }, asked(id)),
    'empty': (id: string) => handlers.projects.create({ name: 'Made', step: step('createProject') }, asked(id)),
    'a version as a new project': (id: string) => handlers.snapshots.restore({ snapshotId: snapshot!.id, asNew: true }, asked(id)),
  } }
}

/** The write of a change at which the disk is full; what is written after it fits again. */
function fullAt(library: Awaited<ReturnType<typeof open>>['parts']['library'], number: number): { readonly wasMet: () => boolean } {
  let writes = 0
  const { transaction, run } = library
  const count = (): void => {
    writes += askedChange() === null ? 0 : 1
    if (askedChange() !== null && writes === number)
      throw new StorageError('full', 'database or disk is full')
  }
  vi.spyOn(library, 'transaction').mockImplementation(async (work) => {
    count()
    return transaction(work) as never // what `work` answers
  })
  vi.spyOn(library, 'run').mockImplementation(async (query) => {
    count()
    return run(query)
  })
  return { wasMet: () => writes >= number }
}

it.each([
  ...['duplicate', 'save as template', 'from a template of one’s own', 'from an example', 'empty', 'a version as a new project'] as const,
])('%s: none at all, or one that is whole', async (what) => {
  const { parts, calls } = await open()
  const projects = () => parts.library.all<{ id: ProjectId }>(sql`SELECT id FROM projects ORDER BY id`)
  const steps = () => parts.library.all(sql`SELECT id FROM undo_steps ORDER BY id`)
  const whole = async (id: ProjectId): Promise<object> => {
    const { id: _, createdAt: _created, changedAt: _changed, templateAt, ...card } = await parts.projects.get(id)
    const choices = await parts.library.get(sql`SELECT choices FROM delivery_choices WHERE project_id = ${id}`)
    const lines = (await parts.script.lines(id)).map(({ text }) => text)
    return { ...card, isTemplate: templateAt !== null, choices, lines, sequences: (await parts.sequences.ofProject(id)).length }
  }
  const { project: first } = await calls[what](randomUUID())
  const like = await whole(first.id)
  let isMet = true
  for (let number = 1; isMet; number += 1) {
    const [before, stepsBefore, id] = [await projects(), await steps(), randomUUID()]
    const disk = fullAt(parts.library, number)
    const answer = await calls[what](id).then(({ project }) => project.id, (error: unknown) => error)
    isMet = disk.wasMet()
    vi.restoreAllMocks()
    if (!isMet)
      break
    expect(answer, `write ${number}`).toMatchObject({ code: 'disk-full' })
    expect(await projects(), `write ${number}`).toEqual(before)
    expect(await steps(), `write ${number}`).toEqual(stepsBefore)
    const { project } = await calls[what](id)
    expect(await projects(), `write ${number}`).toEqual([...before, { id: project.id }])
    expect(await whole(project.id), `write ${number}`).toEqual(like)
  }
  expect(await parts.library.check()).toEqual([])
})
