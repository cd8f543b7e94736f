/**
 * Templates of one's own: what they have of a project, what a project has that is made from one, and that each is one step of undo.
 *
 * @module-tag all
 */
import type { AskedStep } from '#contract/journal.ts'
import type { TemplateParts } from '#contract/projects.ts'
import type { ProjectId, StepId } from '#contract/words.ts'
import type { MediaKit } from '../../kit/media.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { clipsOf, tracksOf } from '#rules/sequence/document.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { createFromTemplate } from '../../../src-main/snapshots/project-templates.ts'
import { sql } from '../../../src-main/storage/sql.ts'
import { bundleOf, importBundle, wholeProject, withDocument } from '../../kit/bundles.ts'
import { openMediaKit } from '../../kit/media.ts'
import { openTestStudio } from '../../kit/studio.ts'

const call = { signal: new AbortController().signal, origin: 'page' } as const
const all: TemplateParts = { script: true, ownFiles: true, generated: true }
const usual: TemplateParts = { ...all, generated: false }
const ofStudio = { is: 'project', projectId: null } as const
function step(name: AskedStep['name'], of = ''): AskedStep {
  return { id: newId<StepId>(), projectId: null, name, of, room: 'projects' }
}

let media: MediaKit
beforeAll(async () => {
  media = await openMediaKit()
})
afterAll(() => media.close())

async function open() {
  const studio = await openTestStudio()
  const whole = await wholeProject(studio, media)
  const { parts, handlers } = studio
  const save = async (of: TemplateParts, name = 'Show') =>
    (await handlers.projects.saveTemplate({ projectId: whole.projectId, name, parts: of }, call)).project
  const make = async (ownTemplateId: ProjectId) => (await handlers.projects.create({ name: 'Episode 2', ownTemplateId }, call)).project
  async function clipTakes(projectId: ProjectId): Promise<(string | null)[]> {
    const [first] = await parts.library.all<{ id: never }>(sql`SELECT id FROM sequences WHERE project_id = ${projectId}`)
    const sequence = await parts.sequences.get(first!.id)
    return tracksOf(sequence).flatMap(track => clipsOf(track)).flatMap(clip => 'takeId' in clip ? [clip.takeId] : [])
  }
  return { studio, ...whole, parts, handlers, save, make, clipTakes }
}

it('has the script, speakers, prompts and files of one’s own, and no take that a model made; the project stays as it is', async () => {
  const { projectId, parts, save, clipTakes, voice, line } = await open()
  const before = await parts.projects.get(projectId)
  const template = await save(usual)
  expect(template).toMatchObject({ name: 'Show', folder: '', lineCount: 2, trashedAt: null })
  expect(template.templateAt).not.toBeNull()
  expect(await parts.projects.get(projectId)).toEqual(before)
  const lines = await parts.script.lines(template.id)
  expect(lines.map(({ speaker, chosenTakeId }) => [speaker, chosenTakeId])).toEqual([['Ada', null], ['Ben', null]])
  expect(lines.some(({ id }) => id === line.id)).toBe(false)
  expect(await parts.script.castings(template.id)).toMatchObject([{ speaker: 'Ada', voiceId: voice.id }])
  const shelf = await parts.shelf.entriesOf(template.id)
  expect(shelf.filter(entry => entry.projectId === template.id)).toMatchObject([{ name: 'lighthouse' }, { name: 'weather' }])
  expect(await clipTakes(template.id)).toEqual(await clipTakes(projectId))
  const prompts = (await parts.storyboard.ofProject(template.id)).map(({ picture }) => picture.prompt)
  expect(prompts).toEqual(['A @lighthouse at night in @weather, @noir'])
  expect(await parts.ledgerDb.all(sql`SELECT id FROM jobs WHERE state <> 'done'`)).toEqual([])
})

it('without the script it has speakers and tracks alone; without files, none', async () => {
  const { parts, save, clipTakes } = await open()
  const template = await save({ script: false, ownFiles: false, generated: false })
  expect(template).toMatchObject({ lineCount: 0, takeCount: 0 })
  expect(await parts.script.castings(template.id)).toMatchObject([{ speaker: 'Ada' }])
  expect(await parts.storyboard.ofProject(template.id)).toEqual([])
  expect(await clipTakes(template.id)).toEqual([])
})

it('with generated takes, lines keep theirs', async () => {
  const { parts, save, make, sound } = await open()
  const template = await save(all)
  expect((await parts.script.lines(template.id))[0]!.chosenTakeId).toBe(sound.id)
  expect((await parts.script.lines((await make(template.id)).id))[0]!.chosenTakeId).toBe(sound.id)
})

it('a project that is made from it has what it has, under ids of its own, and nothing is sent', async () => {
  const { parts, handlers, projectId, save, make, clipTakes } = await open()
  await handlers.deliveries.choose({ projectId, choices: { presetId: 'podcast-mp3' } } as never, call)
  const template = await save(usual)
  const project = await make(template.id)
  expect(project).toMatchObject({ name: 'Episode 2', templateAt: null, lineCount: 2, isSample: false })
  expect((await parts.script.lines(project.id)).map(({ text }) => text)).toEqual(['Out at sea.', 'A light.'])
  expect(await parts.script.castings(project.id)).toMatchObject([{ speaker: 'Ada' }])
  expect(await clipTakes(project.id)).toEqual(await clipTakes(template.id))
  const told = await handlers.deliveries.choices({ projectId: project.id }, call)
  expect((await told[Symbol.asyncIterator]().next()).value.choices).toMatchObject({ presetId: 'podcast-mp3' })
  const { content } = await handlers.projects.templateContent({ projectId: template.id }, call)
  expect(content).toMatchObject({
    ...{ spokenCount: 2, speakers: ['Ada', 'Ben'], pictureCount: 1 },
    sequences: [{ name: 'Main', width: 64, height: 36, framesPerSecond: 25 }],
  })
  // Changed or deleted, the template takes nothing from it.
  await handlers.projects.trash({ projectId: template.id }, call)
  await parts.projects.purge(template.id)
  expect((await parts.projects.get(project.id)).lineCount).toBe(2)
})

it('saving, making and deleting are one step each, to and fro', async () => {
  const { parts, handlers, projectId, save } = await open()
  const isThere = async (id: ProjectId): Promise<boolean> => (await parts.projects.get(id)).trashedAt === null
  const saved = step('saveTemplate', 'Show')
  const { project: template } = await handlers.projects.saveTemplate({ projectId, name: 'Show', parts: usual, step: saved }, call)
  const made = step('createProject', 'Episode')
  const { project } = await handlers.projects.create({ name: 'Episode', ownTemplateId: template.id, step: made }, call)
  const deleted = step('trashProject', 'Show')
  await handlers.projects.trash({ projectId: template.id, step: deleted }, call)
  for (const [turned, id] of [[deleted, template.id], [made, project.id], [saved, template.id]] as const) {
    const was = await isThere(id)
    await handlers.journal.undo({ of: ofStudio, stepId: turned.id }, call)
    expect(await isThere(id), turned.name).toBe(!was)
  }
  await handlers.journal.redo({ of: ofStudio, stepId: saved.id }, call)
  await handlers.journal.redo({ of: ofStudio, stepId: made.id }, call)
  expect([await isThere(template.id), await isThere(project.id)]).toEqual([true, true])
  expect((await parts.script.lines(project.id)).length).toBe(2)
  // A project that was not made from a template is a step, too.
  const empty = step('createProject', 'Empty')
  const example = { id: 'podcast', language: 'en' } as const
  const { project: none } = await handlers.projects.create({ name: 'Empty', template: example, step: empty }, call)
  await handlers.journal.undo({ of: ofStudio, stepId: empty.id }, call)
  expect(await isThere(none.id)).toBe(false)
  await handlers.journal.redo({ of: ofStudio, stepId: empty.id }, call)
  expect((await parts.script.lines(none.id)).length).toBeGreaterThan(5)
  expect((await save(usual)).templateAt).not.toBeNull()
})

it('is no project of the library: not counted, not found, not kept as a version', async () => {
  const { parts, handlers, save } = await open()
  await save(usual)
  const { facets } = await handlers.takes.facets({ text: '' } as never, call)
  expect(JSON.stringify(facets)).not.toContain('Show')
  await parts.snapshots.takeAll()
  expect(await parts.library.all(sql`SELECT id FROM snapshots`)).toHaveLength(1)
  const { sizes } = await handlers.projects.sizes({}, call)
  expect(sizes.map(({ sharedBytes }) => sharedBytes)).toEqual([0])
})

it('what is no template begins no project, and half of one is not left', async () => {
  const { studio, parts, projectId, make, save } = await open()
  await expect(make(projectId)).rejects.toMatchObject({ code: 'not-found' })
  await expect(make(newId())).rejects.toMatchObject({ code: 'not-found' })
  const template = await save(usual)
  const before = await parts.library.all(sql`SELECT id FROM projects`)
  const announceAll = vi.fn(async () => {
    throw new Error('The disk is full')
  })
  const broken = { ...studio.parts, script: { ...parts.script, announceAll } }
  await expect(createFromTemplate(broken, template.id, 'Episode')).rejects.toThrow('The disk is full')
  expect(await parts.library.all(sql`SELECT id FROM projects`)).toEqual(before)
})

it('leaves as one file, and comes in elsewhere as a template', async () => {
  const { studio, save } = await open()
  const template = await save(usual)
  const bundle = await bundleOf(studio, template.id)
  const there = await openTestStudio()
  const { project } = await importBundle(there, bundle, 'Show.takeroom')
  expect(project).toMatchObject({ name: 'Show', lineCount: 2 })
  expect(project.templateAt).not.toBeNull()
  const { project: made } = await there.handlers.projects.create({ name: 'Episode', ownTemplateId: project.id }, call)
  expect(made).toMatchObject({ templateAt: null, lineCount: 2 })
  expect((await there.parts.script.castings(made.id))[0]).toMatchObject({ speaker: 'Ada' })
  expect((await bundleOf(there, project.id)).equals(bundle)).toBe(true)
})

it('a stranger’s template brings neither conversations nor takes that were made in it', async () => {
  const { studio, projectId } = await open()
  const bundle = await withDocument(await bundleOf(studio, projectId), all => ({ ...all, isTemplate: true }))
  const there = await openTestStudio()
  const { project } = await importBundle(there, bundle)
  expect(project.templateAt).not.toBeNull()
  expect(await there.parts.library.all(sql`SELECT id FROM conversations`)).toEqual([])
  expect(await there.parts.library.all(sql`SELECT id FROM takes WHERE project_id IS NOT NULL`)).toEqual([])
})
