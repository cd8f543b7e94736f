/** *Use in Speech* goes back to the project that one came from, with the voice; without such a project to the workbench of its own. */
import type { ModelId, VoiceId } from '#contract/words.ts'
import { expect, it, vi } from 'vitest'
import { newId } from '../../../../src-main/base/ids.ts'
import { useInSpeech } from '../../../../src-renderer/parts/voices/use-in-speech.ts'
import { useProject } from '../../../../src-renderer/stores/project.ts'
import { useProjects } from '../../../../src-renderer/stores/projects.ts'
import { openPage } from '../../../kit/page-wire.ts'
import { openTestStudio } from '../../../kit/studio.ts'

vi.mock('../../../../src-renderer/wire/open-wire.ts', () => import('../../../kit/page-wire.ts'))

it('remembers where one came from, also after that project was left, until it is in the trash', async () => {
  const studio = await openTestStudio()
  const { projects } = studio.parts
  const { id: projectId } = await projects.create('The boat')
  const page = openPage(studio)
  const speech = page.run(() => useInSpeech())
  const open = useProject()
  await expect.poll(() => useProjects().get(projectId)?.name).toBe('The boat')
  const voice = { modelId: 'qwen3-tts' as ModelId, voice: 'Ryan' }
  const voiceId = newId<VoiceId>()
  expect([speech.projectName(), speech.routeOf(voice)]).toEqual(['', { name: 'workbench', query: { ...voice, kind: 'speech' } }])

  open.open(projectId)
  // In the room of voices no project is open.
  open.open(null)
  expect(speech.projectName()).toBe('The boat')
  expect(speech.routeOf(voice)).toEqual({ name: 'make', params: { projectId }, query: { ...voice, kind: 'speech' } })
  expect(speech.routeOf({ voiceId })).toEqual({ name: 'make', params: { projectId }, query: { voiceId, kind: 'speech' } })

  await projects.trash(projectId)
  await expect.poll(() => speech.projectName()).toBe('')
  expect(speech.routeOf({ voiceId })).toMatchObject({ name: 'workbench' })
})
