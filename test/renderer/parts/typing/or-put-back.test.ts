/** Fields show what counts: what the studio refused, or what is outside their range, is not left in them. */
import { expect, it, vi } from 'vitest'
import { Fault } from '#contract/faults.ts'
import { orPutBack } from '../../../../src-renderer/parts/typing/or-put-back.ts'
import LineSide from '../../../../src-renderer/rooms/script/lines/LineSide.vue'
import SelectionBar from '../../../../src-renderer/rooms/script/lines/SelectionBar.vue'
import PronunciationDialog from '../../../../src-renderer/rooms/script/pronunciation/PronunciationDialog.vue'
import { useProject } from '../../../../src-renderer/stores/project.ts'
import { usePronunciations } from '../../../../src-renderer/stores/pronunciations.ts'
import { openPage } from '../../../kit/page-wire.ts'
import { setUp } from '../../../kit/set-up.ts'
import { openTestStudio } from '../../../kit/studio.ts'

vi.mock('../../../../src-renderer/wire/open-wire.ts', () => import('../../../kit/page-wire.ts'))
// It would need the sound output of a browser.
vi.mock('../../../../src-renderer/parts/voices/use-hearing.ts', () => ({ useHearing: () => ({}) }))

class Field {
  value: string
  constructor(value: string) {
    this.value = value
  }
}
class Input extends Field {}
class Select extends Field {}
vi.stubGlobal('HTMLInputElement', Input)
vi.stubGlobal('HTMLSelectElement', Select)

type Handler = (...asked: unknown[]) => void

it('what is typed while the answer is awaited stays', async () => {
  const field = new Input('typed') as unknown as HTMLInputElement
  await orPutBack(field, async () => true, () => 'before')
  expect(field.value).toBe('typed')
  const isRefused = Promise.withResolvers<boolean>()
  const done = orPutBack(field, () => isRefused.promise, () => 'before')
  field.value = 'typed meanwhile'
  isRefused.resolve(false)
  await done
  expect(field.value).toBe('typed meanwhile')
})

it('an entry of the pronunciation dictionary', async () => {
  const { handlers, parts, ...studio } = await openTestStudio()
  const { id: projectId } = await parts.projects.create('The boat')
  let isRefused = false
  const page = openPage({ ...studio, handlers: {
    ...handlers,
    script: {
      ...handlers.script,
      async pronounce(...asked) {
        if (isRefused)
          throw new Fault('library-read-only', { trouble: 'damaged' })
        return handlers.script.pronounce(...asked)
      },
    },
  } })
  const { project, dictionary } = page.run(() => ({ project: useProject(), dictionary: usePronunciations() }))
  project.open(projectId)
  const dialog = setUp<Record<'addFresh' | 'onWrite' | 'onChoose', Handler> & { fresh: { alias: string } }>(
    page,
    PronunciationDialog,
    { projectId, word: 'gull', voices: [] },
  )
  dialog.fresh.alias = 'gall'
  dialog.addFresh()
  await expect.poll(() => dictionary.all.length).toBe(1)
  isRefused = true
  const [word, scope] = [new Input('crow'), new Select('')]
  dialog.onWrite(dictionary.all[0], 'word', { target: word })
  dialog.onChoose(dictionary.all[0], 'projectId', { target: scope })
  await expect.poll(() => [word.value, scope.value]).toEqual(['gull', projectId])
})

it('the fields of several lines', async () => {
  const page = openPage(await openTestStudio())
  const lines = ['Ada', 'Ben'].map(speaker => ({ speaker, direction: '', role: 'speech', language: null }))
  const setRole = vi.fn(async () => false)
  const bar = setUp<Record<'onField' | 'onRole', Handler>>(page, SelectionBar, {
    ...{ lines, speakers: [], acts: { setRole }, toMake: [], amounts: [], retakes: [], retakeAmounts: [], maySend: true },
  })
  const [speaker, role] = [new Input('Cleo'), new Select('heading')]
  bar.onField({ target: speaker }, async () => false, () => null)
  bar.onRole({ target: role })
  await expect.poll(() => [speaker.value, role.value]).toEqual(['', 'speech'])
})

it('the pause after a line', async () => {
  const page = openPage(await openTestStudio())
  const onPause = vi.fn()
  const side = setUp<{ onPause: Handler }>(page, LineSide, { line: {}, pauseSeconds: 60, onPause })
  const target = new Input('99')
  side.onPause({ target })
  expect([onPause.mock.calls, target.value]).toEqual([[[60]], '60'])
})
