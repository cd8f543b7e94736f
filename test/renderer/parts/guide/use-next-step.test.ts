/** The next step can be done: a line whose model has left the catalogue is not to be generated before its speaker is cast again. */
import { expect, it, vi } from 'vitest'
import { ModelId } from '../../../../src-preload/contract/words.ts'
import { useNextStep } from '../../../../src-renderer/parts/guide/use-next-step.ts'
import { useProject } from '../../../../src-renderer/stores/project.ts'
import { openPage } from '../../../kit/page-wire.ts'
import { openTestStudio } from '../../../kit/studio.ts'

vi.mock('../../../../src-renderer/wire/open-wire.ts', () => import('../../../kit/page-wire.ts'))

it('asks for a voice where the model of a speaker has left the catalogue', async () => {
  const studio = await openTestStudio()
  const { projects, script } = studio.parts
  const { id: projectId } = await projects.create('The boat')
  await script.add(projectId, null, ['ANNA', 'BEN'].map(speaker => ({ speaker, text: `I am ${speaker}.`, direction: '' })))
  const cast = (speaker: string, modelId: string) =>
    script.cast(projectId, { speaker, modelId: ModelId.parse(modelId), voiceId: null, fields: { voice: 'Ryan' } })
  await cast('ANNA', 'qwen3-tts')
  await cast('BEN', 'gone')
  const page = openPage(studio)
  useProject().open(projectId)
  const { step } = page.run(useNextStep)
  const told = (be: object) => expect.poll(() => step.value, { timeout: 8000 }).toEqual(be)
  await told({ is: 'cast', speaker: 'BEN', others: 0 })
  await cast('BEN', 'qwen3-tts')
  await told({ is: 'make', count: 2 })
})
