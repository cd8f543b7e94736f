/** How long lines take to speak: what main is asked for, and when. */
import { setTimeout } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { speakersOf } from '#rules/script/script-lines.ts'
import { useCastings } from '../../../src-renderer/rooms/script/casting/use-castings.ts'
import { usePaces } from '../../../src-renderer/rooms/script/fit/use-paces.ts'
import { useProject } from '../../../src-renderer/stores/project.ts'
import { openPage } from '../../kit/page-wire.ts'
import { openTestStudio } from '../../kit/studio.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))

/** Longer than the rest after which the paces are read again. */
const longerThanRestMs = 700

it('main reads the paces of a script once when it is opened, and again for another voice', async () => {
  const studio = await openTestStudio()
  const { projects, script, paces, models } = studio.parts
  const { id: projectId } = await projects.create('The boat')
  await script.add(projectId, null, ['ANNA', 'BEN'].map(speaker => ({ speaker, text: 'The lamp went out.', direction: '' })))
  const read = vi.spyOn(paces, 'paces')
  const page = openPage(studio)
  const open = useProject()
  open.open(projectId)
  page.run(() => {
    const lines = () => open.lines
    return usePaces({ projectId: () => projectId, lines, speakers: () => speakersOf(lines()), castings: useCastings(() => projectId) })
  })
  await expect.poll(() => open.hasLines).toBe(true)
  await setTimeout(longerThanRestMs)
  expect(read).toHaveBeenCalledTimes(1)

  const model = models.all().find(each => each.kind === 'speech')
  await script.cast(projectId, { speaker: 'ANNA', modelId: model!.id, voiceId: null, fields: {} })
  await expect.poll(() => read.mock.calls.length, { timeout: 3000 }).toBe(2)
})
