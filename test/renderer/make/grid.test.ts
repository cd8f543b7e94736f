/** A grid over several models: what each is asked, and that nothing is asked with braces or with a field that has no value yet. */
import type { Field, Model } from '#contract/models.ts'
import { describe, expect, it, vi } from 'vitest'
import { ModelId } from '#contract/words.ts'
import { builtInModels } from '../../../src-main/service/catalogue/index.ts'
import { useBatch } from '../../../src-renderer/rooms/make/batch/use-batch.ts'
import { useDrafts } from '../../../src-renderer/rooms/make/form/drafts.ts'
import { useWorkbench } from '../../../src-renderer/rooms/make/form/use-workbench.ts'
import { keptByBrowser } from '../../kit/local-storage.ts'
import { openPage } from '../../kit/page-wire.ts'
import { connect, openTestPractice, openTestStudio } from '../../kit/studio.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))
const kept = keptByBrowser()
vi.stubGlobal('localStorage', kept)

const eigen = builtInModels.find(model => model.id === 'eigen-image')!
const format = eigen.fields.find(field => field.name === 'output_format')!
function shapeOf(values: readonly string[]): Field {
  return { ...format, name: 'shape', choices: values.map(value => ({ value, label: value })) }
}
function modelNamed(id: string, fields: readonly Field[]): Model {
  return { ...eigen, id: ModelId.parse(id), label: id, isBuiltIn: false, fields: [...fields] }
}
const [first, others, otherWords] = [
  modelNamed('first', [...eigen.fields, shapeOf(['1:1', '16:9'])]),
  modelNamed('other-choices', [...eigen.fields, shapeOf(['square', 'wide'])]),
  modelNamed('other-words', eigen.fields.map(field => field.name === 'prompt' ? { ...field, name: 'words' } : field)),
]

async function openGrid(prompt: string, { also, choices }: { also: readonly Model[], choices?: readonly string[] }) {
  kept.clear()
  const studio = await openTestStudio()
  const accountId = await connect(studio, await openTestPractice())
  await studio.parts.settings.change({ accountId })
  await studio.parts.order.pauseAll(true)
  for (const model of [first, others, otherWords])
    await studio.parts.models.save(model)
  const page = openPage(studio)
  useDrafts().open('image')
  useDrafts().put(null, 'image', first.id, { prompt })
  const bench = page.run(() => useWorkbench(() => null, () => false))
  await expect.poll(() => bench.model.value?.id === first.id && bench.account.value !== null).toBe(true)
  const batch = page.run(() => useBatch(bench, () => null))
  batch.by.value = 'grid'
  batch.otherIds.value = also.map(model => model.id)
  if (choices)
    batch.setAxis(0, { name: 'shape', text: '', choices })
  const asked = () => batch.requests.value.map(({ model, fields }) => [model.id, fields.prompt ?? fields.words, fields.shape])
  return { batch, asked }
}

describe('a grid over several models', () => {
  it('asks a model that takes none of the values of a parameter with each prompt, without that parameter', async () => {
    const { batch, asked } = await openGrid('a {red,green} door', { also: [others], choices: ['1:1', '16:9'] })
    expect(asked()).toEqual([
      [first.id, 'a red door', '1:1'],
      [first.id, 'a red door', '16:9'],
      [first.id, 'a green door', '1:1'],
      [first.id, 'a green door', '16:9'],
      [others.id, 'a red door', undefined],
      [others.id, 'a green door', undefined],
    ])
    expect([batch.total.value, batch.maySend.value]).toEqual([6, true])
  })

  it('asks nothing while a parameter that was chosen has no value', async () => {
    const { batch, asked } = await openGrid('a {red,green} door', { also: [others], choices: [] })
    expect([asked(), batch.total.value, batch.maySend.value]).toEqual([[], 0, false])
  })

  it('writes the prompts into the field that each model has for them', async () => {
    const { asked } = await openGrid('a {red,green} door', { also: [otherWords] })
    expect(asked().map(([, words]) => words)).toEqual(['a red door', 'a green door', 'a red door', 'a green door'])
  })

  it('without braces and parameters asks each model once', async () => {
    const { asked } = await openGrid('a door', { also: [others] })
    expect(asked()).toEqual([[first.id, 'a door', undefined], [others.id, 'a door', undefined]])
  })

  it('never sends braces, also of a value that is there twice', async () => {
    const { asked } = await openGrid('a {red,red} door', { also: [others] })
    expect(asked()).toEqual([[first.id, 'a red door', undefined], [others.id, 'a red door', undefined]])
  })
})
