/** Alt+P on a line whose sound cannot be had says why. */
import type { TakeId } from '#contract/words.ts'
import { expect, it, vi } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { useNotices } from '../../../src-renderer/actions/notices.ts'
import { useListenThrough } from '../../../src-renderer/rooms/script/use-listen-through.ts'
import { en } from '../../../src-renderer/texts/en/index.ts'
import { FakeAudio } from '../../kit/fake-audio.ts'
import { spokenTake } from '../../kit/library.ts'
import { openPage } from '../../kit/page-wire.ts'
import { openTestStudio } from '../../kit/studio.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))
vi.stubGlobal('Audio', FakeAudio)

it('tells of a take that is gone, and of a file that is missing', async () => {
  const studio = await openTestStudio()
  const { parts, handlers } = studio
  const { id: projectId } = await parts.projects.create('The boat')
  const [line] = await parts.script.add(projectId, null, [{ speaker: '', text: 'A light.', direction: '' }])
  const asset = await parts.assets.adoptText('not a sound', { mime: 'audio/wav', extension: 'wav' })
  const take = await parts.takes.file(spokenTake('A light.', { projectId, lineId: line!.id }), asset)
  let isThere = false
  const page = openPage({ ...studio, handlers: { ...handlers, takes: {
    ...handlers.takes,
    get: async (input, call) =>
      isThere ? { take: { ...take, asset: { ...take.asset, isMissing: true } } } : handlers.takes.get(input, call),
  } } })
  const spoken = { ...line!, chosenTakeId: take.id }
  const listening = page.run(() => useListenThrough(() => [spoken]))
  const told = (): string[] => useNotices().shown.map(({ text, fault }) => fault?.code ?? text(en))
  await listening.toggleOne({ ...spoken, chosenTakeId: newId<TakeId>() })
  expect(told()).toEqual(['not-found'])
  isThere = true
  await listening.toggleOne(spoken)
  expect(told().at(-1)).toBe(en.player.missingFile)
})
