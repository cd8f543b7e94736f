/** What the page does for the world around it: browser notifications, a screen that stays awake, and a hint that the network is back. */
import type { Job, WorkNotification } from '#contract/jobs.ts'
import type { JobId } from '#contract/words.ts'
import { expect, it, onTestFinished, vi } from 'vitest'
import { ref } from 'vue'
import { createChanges } from '../../../src-main/base/changes.ts'
import { createFeed } from '../../../src-main/base/feed.ts'
import { useOutward } from '../../../src-renderer/shell/use-outward.ts'
import { useJobs } from '../../../src-renderer/stores/jobs.ts'
import { useStatus } from '../../../src-renderer/stores/status.ts'
import { en } from '../../../src-renderer/texts/en/index.ts'
import { openFakePage } from '../../kit/fake-fields.ts'
import { createFakeStudio, status } from '../../kit/fake-studio.ts'
import { jobOf } from '../../kit/job.ts'
import { openPage } from '../../kit/page-wire.ts'

const lock = vi.hoisted(() => ({
  isSupported: true,
  asked: [] as string[],
  answer: async (): Promise<void> => {},
  note(asked: string): Promise<void> {
    lock.asked.push(asked)
    return lock.answer()
  },
}))

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))
// The browser's, which VueUse looks for when it is loaded.
vi.mock('@vueuse/core', async importOriginal => ({
  ...await importOriginal<object>(),
  useWakeLock: () => ({
    isSupported: ref(lock.isSupported),
    request: (type: string) => lock.note(`request ${type}`),
    release: () => lock.note('release'),
  }),
}))

class FakeNotification {
  static permission = 'granted'
  static shown: FakeNotification[] = []
  onclick: (() => void) | null = null
  readonly close = vi.fn<() => void>()
  readonly title: string
  readonly options: { readonly body: string, readonly tag: string }
  constructor(title: string, options: FakeNotification['options']) {
    this.title = title
    this.options = options
    FakeNotification.shown.push(this)
  }
}

interface How {
  readonly host?: 'web' | 'electron'
  readonly isSupported?: boolean
  readonly hasFocus?: boolean
}

async function open({ host = 'web', isSupported = true, hasFocus = false }: How = {}) {
  const fakePage = openFakePage()
  const focus = vi.fn<() => void>()
  Object.assign(fakePage.window, { Notification: FakeNotification, focus })
  Object.assign(fakePage.document, { hasFocus: () => hasFocus })
  vi.stubGlobal('Notification', FakeNotification)
  Object.assign(lock, { isSupported, asked: [], answer: async () => {} })
  FakeNotification.shown = []
  FakeNotification.permission = 'granted'
  const fake = createFakeStudio()
  const [news, jobs] = [createFeed<{ notifications: WorkNotification | null }>(), createChanges<Job, JobId>()]
  fake.answers.set('studio.changes', (_, signal) => createFeed<typeof status>().subscribe(() => ({ ...status, host }), signal))
  fake.answers.set('jobs.notifications', (_, signal) => news.subscribe(() => ({ notifications: null }), signal))
  fake.answers.set('jobs.changes', (_, signal) => jobs.subscribe(async () => [], signal))
  fake.answers.set('settings.changes', (_, signal) => createFeed<object>().subscribe(() => new Promise(() => {}), signal))
  fake.answers.set('jobs.queue', (_, signal) =>
    createFeed<object>().subscribe(() => ({ isPaused: false, away: [], back: [], holds: [] }), signal))
  const page = openPage(fake)
  onTestFinished(page.leave)
  page.run(() => useOutward())
  const [store, queue] = [useJobs(), useStatus()]
  await expect.poll(() => queue.now?.host).toBe(host)
  await expect.poll(() => store.isReady).toBe(true)
  await expect.poll(() => fake.reached).toContain('jobs.notifications')
  return {
    ...{ page, fake, fakePage, focus },
    tell: (one: Partial<WorkNotification>) =>
      news.publish({ notifications: { about: 'ended', count: 1, failed: 0, title: 'The boat', ...one } }),
    async become(job: Job) {
      jobs.changed(job)
      await expect.poll(() => store.get(job.id)?.state).toBe(job.state)
    },
  }
}

it('shows what the queue tells as a notification of the browser, which leads to the queue', async () => {
  const { tell, page, focus } = await open()
  tell({ count: 2, failed: 1 })
  await expect.poll(() => FakeNotification.shown).toHaveLength(1)
  const [shown] = FakeNotification.shown
  expect(shown).toMatchObject({
    title: en.shell.notifications.ended(1),
    options: { body: en.shell.notifications.endedOf('The boat', 2, 1), tag: 'takeroom-ended' },
  })
  shown!.onclick?.()
  await expect.poll(() => page.rooms.currentRoute.value.name).toBe('queue')
  expect([focus, shown!.close].map(each => each.mock.calls.length)).toEqual([1, 1])
})

it.each([
  ['the app, which has those of the system', { host: 'electron' }, 'granted'],
  ['a page that is looked at', { hasFocus: true }, 'granted'],
  ['a page that may not', {}, 'denied'],
] as const)('shows none in %s', async (_, how, permission) => {
  const { tell, become } = await open(how)
  FakeNotification.permission = permission
  tell({})
  // The feed of jobs is behind it on the same wire.
  await become(jobOf(1))
  expect(FakeNotification.shown).toEqual([])
})

it('keeps the screen awake exactly while a transfer or local work would break', async () => {
  const { become } = await open()
  await become(jobOf(1, { state: 'accepted' }))
  expect(lock.asked).toEqual([])
  await become(jobOf(1, { state: 'downloading' }))
  await expect.poll(() => lock.asked).toEqual(['request screen'])
  await become(jobOf(2, { kind: 'render', state: 'running' }))
  await become(jobOf(1, { state: 'done' }))
  expect(lock.asked).toEqual(['request screen'])
  await become(jobOf(2, { kind: 'render', state: 'done' }))
  await expect.poll(() => lock.asked).toEqual(['request screen', 'release'])
})

it('does without a lock that the browser refuses or does not have, and leaves it to the app', async () => {
  const refused = await open()
  lock.answer = () => Promise.reject(new DOMException('The battery is low', 'NotAllowedError'))
  await refused.become(jobOf(1, { state: 'sending' }))
  await expect.poll(() => lock.asked).toEqual(['request screen'])
  for (const how of [{ isSupported: false }, { host: 'electron' }] as const) {
    const { become } = await open(how)
    await become(jobOf(1, { state: 'sending' }))
    expect(lock.asked).toEqual([])
  }
})

it('hints that the network is back', async () => {
  const { fakePage, fake } = await open()
  expect(fake.reached).not.toContain('jobs.lookForNetwork')
  fakePage.send(fakePage.window, 'online')
  await expect.poll(() => fake.reached).toContain('jobs.lookForNetwork')
})
