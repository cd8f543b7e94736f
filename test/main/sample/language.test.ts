/** The sample speaks the language in which it is opened, and continues in it whatever is chosen later. */
import { expect, it } from 'vitest'
import { sampleScenes, sceneOf } from '../../../src-main/sample/scene.ts'
import { openTestStudio } from '../../kit/studio.ts'

it('is in Chinese where that is chosen: its name, its speakers, what they say, and its pictures', async () => {
  const studio = await openTestStudio()
  const { project, jobIds } = await studio.parts.sample.open('zh')
  expect(project).toMatchObject({ name: '守灯人', isSample: true })
  const lines = (await studio.parts.script.linesWithTakes(project.id)).map(({ line }) => line)
  expect(lines.map(({ speaker, text }) => [speaker, text])).toEqual(sampleScenes.zh.lines.map(({ speaker, text }) => [speaker, text]))
  const again = await studio.parts.sample.open('en')
  expect([again.project.id, again.jobIds]).toEqual([project.id, jobIds])
})

it('is opened once by two pages that ask at once', async () => {
  const { handlers, parts } = await openTestStudio()
  const call = { signal: new AbortController().signal, origin: 'page' } as const
  const [first, second] = await Promise.all([1, 2].map(() => handlers.projects.openSample({ language: 'en' }, call)))
  expect([second!.project.id, second!.jobIds]).toEqual([first!.project.id, first!.jobIds])
  expect(await parts.script.lines(first!.project.id)).toHaveLength(sampleScenes.en.lines.length)
})

it('a scene is known by its speakers, and is English where they were renamed', () => {
  expect(sceneOf(['守灯人'])).toBe(sampleScenes.zh)
  expect(sceneOf(['Keeper'])).toBe(sampleScenes.en)
  expect(sceneOf(['Somebody else', 'toString'])).toBe(sampleScenes.en)
})
