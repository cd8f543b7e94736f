/** What could not be read is told, and does not look like "nothing there"; a late answer to an earlier question does not count. */
import type { Component } from 'vue'
import { expect, it, vi } from 'vitest'
import { Fault } from '#contract/faults.ts'
import { useNotices } from '../../../src-renderer/actions/notices.ts'
import EarlierVersions from '../../../src-renderer/parts/projects/EarlierVersions.vue'
import TakeDuplicates from '../../../src-renderer/parts/takes/TakeDuplicates.vue'
import CaptionPreview from '../../../src-renderer/rooms/timeline/acts/CaptionPreview.vue'
import { useTrash } from '../../../src-renderer/rooms/trash/use-trash.ts'
import DescribeVoice from '../../../src-renderer/rooms/voices/DescribeVoice.vue'
import { useLatestRead } from '../../../src-renderer/wire/use-latest-read.ts'
import { openPage } from '../../kit/page-wire.ts'
import { setUp } from '../../kit/set-up.ts'
import { openTestStudio } from '../../kit/studio.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))

async function refuse(): Promise<never> {
  throw new Fault('library-read-only', { trouble: 'damaged' })
}

async function open() {
  const { handlers, ...studio } = await openTestStudio()
  return openPage({ ...studio, handlers: {
    ...handlers,
    snapshots: { ...handlers.snapshots, list: refuse },
    voices: { ...handlers.voices, uses: refuse },
    takes: { ...handlers.takes, othersOfContent: refuse },
    trash: { ...handlers.trash, acts: refuse },
  } })
}

it('the answer to the latest question counts, and what was read stays where reading again fails', async () => {
  const answers = { early: Promise.withResolvers<string>(), late: Promise.withResolvers<string>() }
  const { value, fault, load } = useLatestRead((of: keyof typeof answers | 'none') => of === 'none' ? refuse() : answers[of].promise)
  const loads = [load('early'), load('late')]
  answers.late.resolve('late')
  answers.early.resolve('early')
  await Promise.all(loads)
  expect(value.value).toBe('late')
  await load('none')
  expect([value.value, fault.value?.code]).toEqual(['late', 'library-read-only'])
})

const trash: Component = { setup: useTrash }
const voice = { id: '00000000-0000-4000-8000-000000000001', name: 'Ada', language: '', tags: [], notes: '' }
it.each([
  ['earlier versions', EarlierVersions, { project: { id: voice.id, name: 'Film' } }, 'listFault', 'all'],
  ['uses of a voice', DescribeVoice, { voice, run: vi.fn() }, 'usesFault', 'uses'],
  ['takes of the same content', TakeDuplicates, { take: { id: voice.id } }, 'fault', 'value'],
  ['the trash', trash, {}, 'fault', 'found'],
] as const)('%s', async (_, component, props, fault, value) => {
  const page = await open()
  const shown = setUp<Record<string, unknown>>(page, component, props)
  await expect.poll(() => shown[fault]).toBeTruthy()
  expect(shown[value]).toBeNull()
})

it('a caption file that cannot be read in another encoding', async () => {
  const page = await open()
  const first = { encoding: 'utf-8', captions: [], skipped: 0, repeats: 0, isInFrames: false }
  const previewed = { name: 'a.srt', first, readAs: async () => Promise.reject(new Error('broken')) }
  interface Dialog { chosen: string, isReading: boolean, choose: (encoding: string) => Promise<void> }
  const dialog = setUp<Dialog>(page, CaptionPreview, { previewed })
  await dialog.choose('big5')
  expect([dialog.isReading, dialog.chosen, page.run(() => useNotices().shown.length)]).toEqual([false, 'utf-8', 1])
})
