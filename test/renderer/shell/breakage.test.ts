/** What breaks in the page: it goes into the studio's log, and the user is told once in a while, in a sentence. */
import { expect, it, onTestFinished, vi } from 'vitest'
import { createApp } from 'vue'
import { createMemoryHistory, createRouter } from 'vue-router'
import { Fault } from '#contract/faults.ts'
import { useNotices } from '../../../src-renderer/actions/notices.ts'
import { catchBreakage } from '../../../src-renderer/shell/breakage.ts'
import { en } from '../../../src-renderer/texts/en/index.ts'
import { createFakeStudio } from '../../kit/fake-studio.ts'
import { openPage } from '../../kit/page-wire.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))

function open() {
  const told: { where: string, said: string }[] = []
  const fake = createFakeStudio()
  fake.answers.set('studio.noteBreakage', input => void told.push(input as never))
  openPage(fake)
  const page = Object.assign(new EventTarget(), { location: { reload: vi.fn() } })
  vi.stubGlobal('window', page)
  vi.stubGlobal('location', page.location)
  vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
    vi.useRealTimers()
  })
  const router = createRouter({ history: createMemoryHistory(), routes: [
    { path: '/', component: {} },
    { path: '/lost', component: () => Promise.reject(new Error('Failed to fetch a chunk')) },
  ] })
  const app = createApp({})
  catchBreakage(app, router)
  const notices = useNotices()
  const broke = (thrown: unknown): void => app.config.errorHandler!(thrown, null, 'render function')
  const send = (name: string, has: object): void => void page.dispatchEvent(Object.assign(new Event(name), has))
  const said = () => notices.shown.map(notice => notice.text(en))
  const acts = () => notices.shown.map(notice => notice.act)
  return { told, router, broke, send, said, acts, page }
}

it('an error of the page is logged with its place and its stack, and the user is told once for many of a moment', async () => {
  const { told, broke, send, said, acts, page } = open()
  broke(new Error('first'))
  send('error', { error: new Error('second') })
  send('unhandledrejection', { reason: 'third' })
  await expect.poll(() => told.map(({ where }) => where)).toEqual(['render function', 'page', 'promise'])
  expect(told[0]!.said).toMatch(/^first\nError: first\n +at /)
  expect(told[2]!.said).toBe('third')
  expect(said()).toEqual([en.shell.broke.notice])
  acts()[0]!.run()
  expect(page.location.reload).toHaveBeenCalledOnce()
})

it('an error that reaches two places is logged once; a cancelled call, a lost connection and an error without a value are none', async () => {
  const { told, broke, send, said } = open()
  const cancelled = new DOMException('The call was cancelled', 'AbortError')
  for (const thrown of [cancelled, new Fault('disconnected', undefined as never)])
    send('unhandledrejection', { reason: thrown })
  send('error', { error: undefined })
  expect(said()).toEqual([])
  const error = new Error('once')
  broke(error)
  send('unhandledrejection', { reason: error })
  await expect.poll(() => told.length).toBeGreaterThan(0)
  expect(told).toHaveLength(1)
})

it('the log gets twenty at most, and of each no more than four thousand letters', async () => {
  const { told, broke } = open()
  for (let at = 0; at < 30; at++)
    broke('x'.repeat(5000))
  await expect.poll(() => told.length).toBe(20)
  expect(told[0]!.said).toHaveLength(4000)
})

it('the user is told again when more than ten seconds have passed', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const { broke, said } = open()
  broke(new Error('first'))
  vi.advanceTimersByTime(9000)
  broke(new Error('second'))
  expect(said()).toHaveLength(1)
  vi.advanceTimersByTime(1001)
  broke(new Error('third'))
  expect(said()).toHaveLength(2)
})

it('a room that could not be loaded is offered again, and is not called broken', async () => {
  const { told, router, send, said, acts } = open()
  const failed = await router.push('/lost').catch((error: unknown) => error)
  send('unhandledrejection', { reason: failed })
  expect(said()).toEqual([en.shell.broke.notLoaded])
  const push = vi.spyOn(router, 'push').mockResolvedValue(undefined)
  acts()[0]!.run()
  expect(push).toHaveBeenCalledWith('/lost')
  expect(told).toEqual([])
})
