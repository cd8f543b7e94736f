/** Notifications of the app, the progress on its icon, and what keeps the machine awake. */
import { beforeEach, expect, it, vi } from 'vitest'
import { createNotices } from '../../../src-main/hosts/electron/notices.ts'
import { textsFor } from '../../../src-main/hosts/electron/texts.ts'
import { asked, BrowserWindow, clickNotice, Notification, person } from '../../kit/electron-stand-in.ts'

vi.mock('electron', () => import('../../kit/electron-stand-in.ts'))

beforeEach(() => {
  asked.notices.length = 0
  Notification.shown.length = 0
  Notification.failsWith = null
  person.looksAtWindow = false
})

function open(window: BrowserWindow | null = new BrowserWindow({})) {
  // As much of a window as is asked for.
  const notices = createNotices('icon.png', () => window as never, language => textsFor(language === 'system' ? 'zh-CN' : language))
  return { window, ...notices }
}

const ended = { about: 'ended', title: 'The boat', count: 3, failed: 0 } as const

it('says in the person’s language what has ended, what failed, and what waits', () => {
  const { tell } = open()
  tell(ended, 'en')
  tell({ ...ended, failed: 2 }, 'en')
  tell({ ...ended, about: 'needs-you', count: 1 }, 'en')
  tell({ ...ended, count: 1 }, 'system')
  expect(asked.notices.map(({ title, body }) => [title, body])).toEqual([
    ['All jobs finished', '“The boat” and 2 more'],
    ['Jobs finished, some failed', '“The boat” and 2 more · 2 failed'],
    ['The queue needs your attention', '“The boat” is waiting for you.'],
    ['任务已全部完成', '“The boat”'],
  ])
})

it('is silent while the person looks at the window, which shows it itself', () => {
  const { tell } = open()
  person.looksAtWindow = true
  tell(ended, 'en')
  expect(asked.notices).toEqual([])
})

it('opens the window when it is clicked, once, also long after it was shown', async () => {
  const { tell, window } = open()
  tell(ended, 'en')
  expect(await clickNotice()).toBe(true)
  expect(window?.raised).toBe(1)
  // A notification that was clicked is not kept any more.
  expect(await clickNotice()).toBe(false)
})

it('keeps the latest fifty for a click, and no more', async () => {
  const { tell } = open()
  for (let at = 0; at < 51; at++)
    tell(ended, 'en')
  expect(await clickNotice(0)).toBe(false)
  expect(await clickNotice(1)).toBe(true)
  expect(await clickNotice(50)).toBe(true)
})

it('tells why the system shows none, once for each reason, and when it shows them again', async () => {
  const { tell, notices } = open()
  const told: (string | null)[] = []
  notices?.onChange(() => told.push(notices.failure()))
  const show = async (failure: string | null): Promise<void> => {
    Notification.failsWith = failure
    tell(ended, 'en')
    await new Promise(resolve => setImmediate(resolve))
  }
  for (const failure of ['not allowed', 'not allowed', 'no server', null, null])
    await show(failure)
  expect(told).toEqual(['not allowed', 'no server', null])
})

it('shows progress on the icon of the window, and takes it away', () => {
  asked.progress.length = 0
  const { showProgress } = open()
  for (const state of ['working', 'paused', 'failed'] as const)
    showProgress({ share: 0.5, state } as Parameters<typeof showProgress>[0])
  showProgress(null)
  expect(asked.progress).toEqual([
    { share: 0.5, mode: 'normal' },
    { share: 0.5, mode: 'paused' },
    { share: 0.5, mode: 'error' },
    { share: -1, mode: undefined },
  ])
  // Before the first window and after the last one there is no icon.
  open(null).showProgress({ share: 1, state: 'working' })
  expect(asked.progress).toHaveLength(4)
})

it('keeps the machine awake with one request, however often it is asked, and lets it sleep again', () => {
  const { stayAwake } = open()
  stayAwake(true)
  stayAwake(true)
  expect([...asked.awake.values()]).toEqual(['prevent-app-suspension'])
  stayAwake(false)
  stayAwake(false)
  expect(asked.awake.size).toBe(0)
  stayAwake(true)
  expect(asked.awake.size).toBe(1)
  stayAwake(false)
})
