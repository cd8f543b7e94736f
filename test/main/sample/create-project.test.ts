/** A new project from a template: whole or not there, and nothing in it is cast, queued or paid for. */
import type { ProjectId } from '#contract/words.ts'
import { expect, it, vi } from 'vitest'
import { TemplateId } from '#contract/projects.ts'
import { templateOf } from '#rules/templates/templates.ts'
import { createProject } from '../../../src-main/sample/create-project.ts'
import { sql } from '../../../src-main/storage/sql.ts'
import { call } from '../../kit/paid-inputs.ts'
import { openTestStudio } from '../../kit/studio.ts'

async function choicesOf({ handlers }: Awaited<ReturnType<typeof openTestStudio>>, projectId: ProjectId) {
  const told = await handlers.deliveries.choices({ projectId }, call)
  return (await told[Symbol.asyncIterator]().next()).value.choices
}

it('has the lines, planned images and preset of its template, and asks for nothing', async () => {
  const studio = await openTestStudio()
  const { handlers, parts } = studio
  for (const language of ['en', 'zh'] as const) {
    for (const id of TemplateId.options) {
      const is = templateOf({ id, language })
      const { project } = await handlers.projects.create({ name: is.title, template: { id, language } }, call)
      expect(project).toMatchObject({ name: is.title, isSample: false, lineCount: is.lines.length, takeCount: 0, deliveryCount: 0 })
      const lines = await parts.script.lines(project.id)
      expect(lines.map(({ speaker, text, direction, role }) => ({ speaker, text, direction, role })))
        .toEqual(is.lines.map(line => ({ ...line, role: line.role ?? 'speech' })))
      const shown = await parts.storyboard.ofProject(project.id)
      expect(shown.map(({ picture, lineIds }) => [picture.prompt, lineIds[0]]))
        .toEqual(is.pictures.map(({ at, prompt }) => [prompt, lines[at]?.id]))
      expect((await parts.storyboard.look(project.id)).style).toBe(is.style)
      expect(lines.map(({ spokenIn }) => spokenIn)).toEqual(lines.map(() => language))
      expect(await choicesOf(studio, project.id)).toMatchObject({ presetId: is.presetId, ...is.size && { filmSize: is.size } })
      expect(await parts.script.castings(project.id), 'nobody is cast').toEqual([])
    }
  }
  expect(await parts.ledgerDb.all(sql`SELECT id FROM jobs`)).toEqual([])
})

it('is not left by half when its script cannot be written', async () => {
  const { parts } = await openTestStudio()
  const add = vi.fn(async () => {
    throw new Error('The disk is full')
  })
  const wish = { id: 'podcast', language: 'en' } as const
  const script = { add, setLanguage: parts.script.setLanguage }
  await expect(createProject({ ...parts, script }, 'Small Hours', wish)).rejects.toThrow('The disk is full')
  expect(await parts.library.all(sql`SELECT id FROM projects`)).toEqual([])
  expect((await createProject(parts, 'Small Hours', wish)).lineCount).toBeGreaterThan(5)
})
