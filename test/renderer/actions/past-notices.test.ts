/** Past notices: kept over a reload, counted while unread, cleared by the user, and whole whatever the browser's storage contains. */
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { nextTick } from 'vue'
import { keptByBrowser } from '../../kit/local-storage.ts'

const key = 'takeroom.notices'
let storage: ReturnType<typeof keptByBrowser>

beforeEach(() => {
  storage = keptByBrowser()
  vi.stubGlobal('localStorage', storage)
  vi.resetModules()
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
})

/** As after a reload: modules, stores and timers begin again, the storage stays. */
async function open() {
  vi.resetModules()
  const pinia = await import('pinia')
  pinia.setActivePinia(pinia.createPinia())
  const { useNotices } = await import('../../../src-renderer/actions/notices.ts')
  const { usePastNotices } = await import('../../../src-renderer/actions/past-notices.ts')
  return { notices: useNotices(), past: usePastNotices() }
}

it('what disappeared can be read after a reload, newest first, with what it lists', async () => {
  const before = await open()
  before.notices.say(t => t.shell.act.copied, { tone: 'good' })
  before.notices.say(() => '2 failed', { tone: 'bad', details: [{ of: 'a.png', fault: { code: 'no-account', data: {} } }] })
  before.notices.fault({ code: 'disk-full', data: { neededBytes: 5, freeBytes: 1 } })
  vi.advanceTimersByTime(60_000)
  expect(before.notices.shown).toEqual([])
  await nextTick()
  const { past } = await open()
  expect(past.all.map(({ text, fault, details }) => [text.en, fault?.code ?? null, details.length])).toEqual([
    ['', 'disk-full', 0],
    ['2 failed', null, 1],
    ['Copied', null, 0],
  ])
  expect(past.unread).toBe(2)
})

it('is read when it was closed by the user or the list was open, and is gone when it was cleared', async () => {
  const { notices, past } = await open()
  notices.say(() => 'one')
  notices.say(() => 'two')
  expect(past.unread).toBe(2)
  notices.close(notices.shown[0]!)
  expect(past.unread).toBe(1)
  past.readAll()
  expect(past.unread).toBe(0)
  past.remove(past.all[0]!.id)
  expect(past.all.map(({ text }) => text.en)).toEqual(['one'])
  past.clear()
  await nextTick()
  expect((await open()).past.all).toEqual([])
})

it('a hint that is taken back is no news, and no more than a hundred are kept', async () => {
  const { notices, past } = await open()
  notices.hint(() => 'Request loaded')()
  expect(past.all).toEqual([])
  for (let number = 1; number <= 130; number++)
    notices.say(() => `number ${number}`)
  expect(past.all).toHaveLength(100)
  expect(past.all[0]?.text.en).toBe('number 130')
})

it('damaged entries in the storage are left out, and a full storage stops nothing', async () => {
  const { notices } = await open()
  notices.say(() => 'whole')
  await nextTick()
  const [whole] = JSON.parse(storage.getItem(key)!) as unknown[]
  storage.setItem(key, JSON.stringify([{ id: 7 }, whole, { ...whole as object, fault: { code: 'constructor', data: {} } }, 'x']))
  const { past, notices: later } = await open()
  expect(past.all.map(({ text }) => text.en)).toEqual(['whole'])
  storage.setItem = () => {
    throw new Error('QuotaExceededError')
  }
  later.say(() => 'still told')
  await nextTick()
  expect(past.all).toHaveLength(2)
  storage.setItem = () => {}
  storage.getItem = () => '{'
  expect((await open()).past.all).toEqual([])
})
