/** Undo restores a form after it was cleared or filled from a take. */
import type { Fields } from '../../../src-preload/contract/models.ts'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { shallowRef } from 'vue'
import { ModelId, ProjectId } from '../../../src-preload/contract/words.ts'
import { useNotices } from '../../../src-renderer/actions/notices.ts'
import { useDrafts } from '../../../src-renderer/rooms/make/form/drafts.ts'
import { usePrefill } from '../../../src-renderer/rooms/make/form/use-prefill.ts'
import { useWorkbench } from '../../../src-renderer/rooms/make/form/use-workbench.ts'
import { useModels } from '../../../src-renderer/stores/models.ts'
import { spokenTake } from '../../kit/library.ts'
import { openPage } from '../../kit/page-wire.ts'
import { openTestStudio } from '../../kit/studio.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))

const [here, elsewhere] = [ProjectId.parse('00000000-0000-4000-8000-000000000001'), ProjectId.parse('00000000-0000-4000-8000-000000000002')]
const modelId = ModelId.parse('qwen3-tts')

async function openRoom() {
  const studio = await openTestStudio()
  const page = openPage(studio)
  const projectId = shallowRef(here)
  const bench = page.run(() => useWorkbench(() => projectId.value, () => false))
  const prefill = page.run(() => usePrefill(() => projectId.value))
  await expect.poll(() => useModels().isReady).toBe(true)
  bench.choose(modelId)
  bench.change({ text: 'Typed with care.', voice: 'Ryan' })
  return {
    bench,
    prefill,
    projectId,
    draftOf: (project = here) => useDrafts().draftOf(project, 'speech'),
    async take(fields: Fields) {
      const asset = await studio.parts.assets.adoptText(JSON.stringify(fields), { mime: 'text/plain', extension: 'txt' })
      return studio.parts.takes.file(spokenTake(String(fields.text), {
        modelId,
        request: { method: 'POST', path: '/v1/audio/speech', encoding: 'json', fields, body: '' },
      }), asset)
    },
    undo: () => useNotices().shown.at(-1)?.act?.run(),
    notices: () => useNotices().shown.length,
  }
}

let room: Awaited<ReturnType<typeof openRoom>>
beforeEach(async () => {
  room = await openRoom()
})

describe('clearing', () => {
  it('is undone in the cleared form, even when another one is open', () => {
    const { bench, projectId, draftOf } = room
    const undo = bench.clear()
    expect(bench.fields.value).toEqual({})
    projectId.value = elsewhere
    bench.open('image')
    const before = draftOf(elsewhere)
    undo()
    expect(draftOf().byModel[modelId]).toEqual({ text: 'Typed with care.', voice: 'Ryan' })
    expect([bench.fields.value, draftOf(elsewhere)]).toEqual([{}, before])
  })
})

it.each(['clearing', 'filling'])('of %s leaves alone what was typed since', async (how) => {
  const { bench, prefill, take, undo } = room
  const back = how === 'clearing' ? bench.clear() : undo
  if (how === 'filling')
    await prefill.fromTake((await take({ text: 'From a take.', voice: 'Serena' })).id)
  bench.change({ text: 'Typed since.' })
  back()
  expect(bench.fields.value).toEqual({ text: 'Typed since.' })
  expect(useNotices().shown.at(-1)?.fault).toMatchObject({ code: 'changed-meanwhile', data: { word: 'form' } })
})

describe('filling from a take', () => {
  it.each(['again', 'words'] as const)('can be undone to the typed values (%s)', async (how) => {
    const { bench, prefill, projectId, take, undo } = room
    const made = await take({ text: 'From a take.', voice: 'Serena' })
    expect(await prefill.fromTake(made.id, how)).toBe(true)
    expect(bench.fields.value).toEqual({ text: 'From a take.', voice: how === 'again' ? 'Serena' : 'Ryan' })
    projectId.value = elsewhere
    undo()
    expect(bench.fields.value).toEqual({})
    projectId.value = here
    expect(bench.fields.value).toEqual({ text: 'Typed with care.', voice: 'Ryan' })
  })

  it('offers no undo when nothing typed is replaced', async () => {
    const { bench, prefill, take, notices } = room
    bench.clear()
    const [one, other] = [await take({ text: 'One.' }), await take({ text: 'Other.' })]
    await prefill.fromTake(one.id)
    await prefill.fromTake(other.id)
    expect([bench.fields.value, notices()]).toEqual([{ text: 'Other.' }, 0])
    bench.change({ text: 'Other, and mine.' })
    await prefill.fromTake(one.id)
    expect(notices()).toBe(1)
  })
})
