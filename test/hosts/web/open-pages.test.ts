/** Browsers come back without a new link, by a cookie and a key that only they have; each can be ended, and one that is not used ends. */
import type { OpenPage } from '#contract/pages.ts'
import type { BrowserId } from '#contract/words.ts'
import type { WebHost } from '../../../src-main/hosts/web/server.ts'
import type { Sessions } from '../../../src-main/hosts/web/session.ts'
import type { TestClock } from '../../kit/clock.ts'
import type { FakeStudio } from '../../kit/fake-studio.ts'
import { once } from 'node:events'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '../../../src-main/base/log.ts'
import { callers } from '../../../src-main/hosts/web/callers.ts'
import { openKnownBrowsers } from '../../../src-main/hosts/web/known-browsers.ts'
import { createMediaAddresses } from '../../../src-main/hosts/web/media.ts'
import { openWebHost } from '../../../src-main/hosts/web/server.ts'
import { browserLifeMs, createSessions } from '../../../src-main/hosts/web/session.ts'
import { readUserAgent } from '../../../src-main/hosts/web/user-agent.ts'
import { createTestClock } from '../../kit/clock.ts'
import { createFakeStudio } from '../../kit/fake-studio.ts'
import { makeFolder } from '../../kit/folder.ts'
import { clientOverSocket, openSocket } from '../../kit/wire-client.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const asset = { of: 'asset', assetId: 'a'.repeat(64), variant: 'original' } as never // A reference of the contract's form.

let folder: string
let clock: TestClock
let studio: FakeStudio
let sessions: Sessions
let media: ReturnType<typeof createMediaAddresses>
let host: WebHost
let origin: string
let stop: () => Promise<void>

async function start(): Promise<void> {
  studio = createFakeStudio()
  const log = createLog({ write: () => {}, clock })
  const browsers = await openKnownBrowsers(folder, log)
  sessions = createSessions(clock, browsers)
  media = createMediaAddresses(clock, sessions.isKnown)
  studio.answers.set('studio.media', async () => {
    const { url, goodForMs } = media.sign(asset)
    return { urls: [url], goodForMs }
  })
  studio.answers.set('pages.changes', (_, signal) => sessions.changes(callers.getStore(), signal))
  studio.answers.set('pages.endOthers', async () => ({ count: sessions.endOthers(callers.getStore()) }))
  host = await openWebHost({ studio, media, sessions, clock, log, page: new Map(), port: 0, startedBy: 'npm' })
  origin = `http://127.0.0.1:${host.port}`
  stop = async () => {
    await host.close()
    await browsers.flush()
  }
}

beforeEach(async () => {
  folder = await makeFolder()
  clock = createTestClock()
  await start()
})
afterEach(() => stop())

interface Browser { cookie: string, key: string, token: string }

function ask(body: object, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${origin}/session`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Origin': origin, 'User-Agent': firefox, ...headers },
    body: JSON.stringify(body),
  })
}
const code = (): string => new URL(host.newAddress()).hash.slice('#code='.length)
const cookieIn = (answer: Response): string => (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? ''

async function enter(body: object = { code: code() }, headers: Record<string, string> = {}): Promise<Browser> {
  const answer = await ask(body, headers)
  expect(answer.status).toBe(200)
  const { token, key } = await answer.json() as { token: string, key: string } // The shape of a session.
  return { cookie: cookieIn(answer), key, token }
}
const back = ({ cookie, key }: Pick<Browser, 'cookie' | 'key'>): Promise<Response> => ask({ key }, { Cookie: cookie })

describe('a browser that was let in', () => {
  it('gets a cookie that no script reads and no other site sends, for this studio alone', async () => {
    const answer = await ask({ code: code() })
    expect(answer.headers.get('set-cookie')).toMatch(
      /^takeroom-[0-9a-f]{16}=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict$/,
    )
  })

  it('opens another page without a code, also when the studio was started again', async () => {
    const first = await enter()
    const second = await enter({ key: first.key }, { Cookie: first.cookie })
    expect(second.token).not.toBe(first.token)
    ;(await openSocket(origin, second.token)).terminate()
    await stop()
    await start()
    await expect(openSocket(origin, first.token), 'tokens end with the studio').rejects.toThrow('4401')
    ;(await openSocket(origin, (await enter({ key: first.key }, { Cookie: first.cookie })).token)).terminate()
    expect(sessions.pages(undefined).length, 'it is one browser').toBe(1)
  })

  it('keeps the token of a page that is open, however many others come and are closed', async () => {
    const first = await enter()
    const open = await openSocket(origin, first.token)
    let last = first
    for (let pages = 0; pages < 70; pages++)
      last = await enter({ key: first.key }, { Cookie: first.cookie })
    expect(sessions.browserOf(first.token), 'it is open').not.toBeNull()
    expect(sessions.browserOf(last.token), 'it has just come').not.toBeNull()
    open.terminate()
    await expect.poll(() => sessions.pages(undefined)[0]?.count).toBe(0)
    await enter({ key: first.key }, { Cookie: first.cookie })
    expect(sessions.browserOf(first.token), 'it was closed, and is the oldest').toBeNull()
  })

  it('needs both: a cookie goes to every port of the machine', async () => {
    const { cookie, key } = await enter()
    const other = await enter()
    for (const [body, headers] of [
      [{}, { Cookie: cookie }],
      [{ key }, {}],
      [{ key: other.key }, { Cookie: cookie }],
      [{ key }, { Cookie: cookie.replace('takeroom-', 'takeroom-0') }],
      [{ key: `${key}x` }, { Cookie: cookie }],
    ] as const)
      expect((await ask(body, headers)).status, JSON.stringify([body, headers])).toBe(403)
    expect((await back({ cookie, key })).status).toBe(200)
  })

  it('comes back although another program of the machine set a cookie of the same name', async () => {
    const { cookie, key } = await enter()
    expect((await back({ cookie: `${cookie.split('=')[0]}=planted; other=1; ${cookie}`, key })).status).toBe(200)
  })

  it('comes back from its own page only', async () => {
    const { cookie, key } = await enter()
    const foreign: Record<string, string>[] = [
      { Origin: 'http://127.0.0.1:9' },
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
      { 'Content-Type': 'text/plain' },
    ]
    for (const headers of foreign)
      expect((await ask({ key }, { Cookie: cookie, ...headers })).status).not.toBe(200)
    const formPost = await fetch(`${origin}/session`, { method: 'POST', headers: { Cookie: cookie }, body: new URLSearchParams({ key }) })
    expect(formPost.status).toBe(403)
  })

  it('is kept as a hash, in a file for the owner alone', async () => {
    const { cookie, key, token } = await enter()
    await stop()
    const path = join(folder, 'browsers.json')
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    const text = await readFile(path, 'utf8')
    for (const secret of [cookie.split('=')[1]!, key, token])
      expect(text).not.toContain(secret)
    await start()
  })

  const damaged = ['', 'no JSON', '{"studio":"../x","browsers":[]}', '{"studio":"0123456789abcdef","browsers":[{"id":"../../x"}]}']
  it.each(damaged)('needs a new link where the file is %j, and the studio opens', async (text) => {
    const known = await enter()
    await stop()
    await writeFile(join(folder, 'browsers.json'), text)
    await start()
    expect((await back(known)).status).toBe(403)
    await enter()
  })

  it('needs a new link after 30 days without use, and none while it is used', async () => {
    const known = await enter()
    await clock.advance(browserLifeMs - 1)
    expect((await back(known)).status).toBe(200)
    await clock.advance(browserLifeMs - 1)
    const { token } = await enter({ key: known.key }, { Cookie: known.cookie })
    const socket = await openSocket(origin, token)
    await clock.advance(2 * browserLifeMs)
    expect(sessions.pages(undefined)).toMatchObject([{ count: 1, usedAt: clock.now() }])
    socket.terminate()
    await expect.poll(() => sessions.pages(undefined)[0]?.count).toBe(0)
    await clock.advance(browserLifeMs)
    expect(sessions.pages(undefined)).toEqual([])
    expect((await back(known)).status).toBe(403)
  })
})

it('a browser that is refused is told how the studio was started', async () => {
  const answer = await ask({})
  expect([answer.status, answer.headers.get('takeroom-started-by')]).toEqual([403, 'npm'])
})

async function nextOf<Event>(feed: AsyncIterator<Event>): Promise<Event> {
  const { done, value } = await feed.next()
  if (done)
    throw new Error('The feed is over')
  return value
}

describe('the list of open pages', () => {
  it('tells each what it is, which one asks, and how many pages it has', async () => {
    const one = await enter()
    await clock.advance(1_000)
    const two = await enter({ code: code() }, { 'User-Agent': '<b>nobody</b>' })
    const [socket, other] = [await openSocket(origin, one.token), await openSocket(origin, two.token)]
    const feed: AsyncIterator<{ pages: OpenPage[] }> = await clientOverSocket(socket).pages.changes({})
    expect((await nextOf(feed)).pages).toMatchObject([
      { browser: 'Firefox', system: 'Linux', address: null, isThis: true, count: 1 },
      { browser: '', system: '', address: null, isThis: false, count: 1 },
    ])
    const next = nextOf(feed)
    other.terminate()
    expect((await next).pages).toMatchObject([{ isThis: true }, { isThis: false }])
    await expect.poll(() => sessions.pages(undefined).map(({ count }) => count).sort()).toEqual([0, 1])
    socket.terminate()
  })

  it('ends one: its sockets, tokens and signed addresses, and what it would come back with, and those of no other', async () => {
    const [mine, theirs] = [await enter(), await enter()]
    const [own, other] = [await openSocket(origin, mine.token), await openSocket(origin, theirs.token)]
    const signed = await Promise.all([own, other].map(async socket =>
      (await clientOverSocket(socket).studio.media({ refs: [asset] })).urls[0]))
    const statusOf = async (at: number): Promise<number> => (await fetch(`${origin}${signed[at]}`)).status
    expect([await statusOf(0), await statusOf(1)]).toEqual([200, 200])
    const closed = once(other, 'close')
    expect(await clientOverSocket(own).pages.endOthers({})).toEqual({ count: 1 })
    await closed
    expect([await statusOf(0), await statusOf(1)]).toEqual([200, 403])
    expect((await fetch(`${origin}${signed[1]?.replace(/&b=[^&]*/, '')}`)).status, 'without its name').toBe(403)
    await expect(openSocket(origin, theirs.token)).rejects.toThrow('4401')
    expect((await back(theirs)).status).toBe(403)
    expect((await back(mine)).status).toBe(200)
    expect(sessions.end('00000000-0000-7000-8000-000000000000' as BrowserId)).toBe(false)
    own.terminate()
  })

  it('keeps the newest where there are very many, and those that are open', async () => {
    const first = await enter()
    const socket = await openSocket(origin, first.token)
    const second = await enter()
    for (let number = 0; number < 40; number += 1) {
      await clock.advance(10)
      await enter()
    }
    expect(sessions.pages(undefined).length).toBe(32)
    expect([(await back(first)).status, (await back(second)).status]).toEqual([200, 403])
    socket.terminate()
  })
})

it.each([
  [firefox, 'Firefox', 'Linux'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0', 'Edge', 'Windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15', 'Safari', 'macOS'],
  ['Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36', 'Chrome', 'Android'],
  ['curl/8', '', ''],
])('%s is %s on %s', (text, browser, system) => {
  expect(readUserAgent(text)).toEqual({ browser, system })
})
