/**
 * Who may use the studio: a one-time code lets a browser in, which then has a cookie and a key to come back with, and each of its pages a
 * token. The cookie alone is not enough: a browser sends it to every port of the machine, also to a program of somebody else. The key is
 * kept by the page for this port, and sent to no other.
 */
import type { OpenPage } from '#contract/pages.ts'
import type { BrowserId } from '#contract/words.ts'
import type { Clock } from '../../base/clock.ts'
import type { KnownBrowser, KnownBrowsers } from './known-browsers.ts'
import { Buffer } from 'node:buffer'
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { createFeed } from '../../base/feed.ts'
import { newId } from '../../base/ids.ts'
import { forgettingBrowsers } from './known-browsers.ts'

/** What a browser has to show, and what is known of it. */
export interface Visitor {
  readonly code?: string | undefined
  readonly key?: string | undefined
  /** All that came under the name of our cookie: other programs of the machine may set one, too. */
  readonly cookies: readonly string[]
  readonly browser: string
  readonly system: string
  /** Null for this machine. */
  readonly address: string | null
}

/** `key` and `cookie` are what the browser comes back with. */
export interface Welcome { readonly token: string, readonly key: string, readonly cookie: string }

export interface Sessions {
  /** In the name of the cookie. */
  readonly studio: string
  /** A code for one exchange within 60 seconds. */
  newCode: () => string
  /** By a code, or by cookie and key; null when neither is good. */
  enter: (visitor: Visitor) => Welcome | null
  /** Whose page shows this token; null when it is unknown, or its browser was ended. */
  browserOf: (token: string) => BrowserId | null
  isKnown: (browserId: string) => boolean
  /** A page of this browser, with this token, is open until the returned function is called; `cut` ends it. */
  open: (browserId: BrowserId, token: string, cut: () => void) => () => void
  /** True after too many wrong guesses: further guesses are told to wait. A right one is accepted nevertheless. */
  isBraked: () => boolean
  pages: (own: BrowserId | undefined) => OpenPage[]
  changes: (own: BrowserId | undefined, signal?: AbortSignal) => AsyncGenerator<{ pages: OpenPage[] }, void, void>
  /** False when there is none. */
  end: (browserId: BrowserId) => boolean
  endOthers: (own: BrowserId | undefined) => number
}

export const codeLifeMs = 60_000
/** A browser that was not used for so long needs a new link. */
export const browserLifeMs = 30 * 86_400_000
/** Enough for a person's windows; beyond it the oldest without an open page ends. */
const mostTokens = 64
const mostBrowsers = 32
const mostCodes = 16
const mostWrongGuesses = 20
const brakeMs = 60_000
/** How exactly the last use is kept. */
const useStepMs = 3_600_000

interface Token {
  readonly hash: Buffer
  readonly browserId: BrowserId
  openPages: number
}

export function createSessions(clock: Clock, known: KnownBrowsers = forgettingBrowsers()): Sessions {
  let codes: { hash: Buffer, expiresAt: number }[] = []
  let tokens: Token[] = []
  let wrongGuesses: number[] = []
  let browsers: KnownBrowser[] = [...known.browsers]
  const open = new Map<BrowserId, Set<() => void>>()
  const news = createFeed<null>()

  function isBraked(): boolean {
    wrongGuesses = wrongGuesses.filter(at => clock.now() - at < brakeMs)
    return wrongGuesses.length >= mostWrongGuesses
  }

  function guessedWrong(): void {
    if (!isBraked())
      wrongGuesses.push(clock.now())
  }

  function isOpen({ id }: Pick<KnownBrowser, 'id'>): boolean {
    return (open.get(id)?.size ?? 0) > 0
  }

  function keep(kept: readonly KnownBrowser[]): void {
    browsers = [...kept]
    known.keep(browsers)
    news.publish(null)
  }

  /** Ends those that were not used for too long. */
  function current(): KnownBrowser[] {
    const now = clock.now()
    const left = browsers.filter(each => isOpen(each) || now - each.usedAt < browserLifeMs)
    if (left.length < browsers.length)
      keep(left)
    return browsers
  }

  function tokenOf(shown: string): Token | undefined {
    const hash = hashOf(shown)
    return tokens.find(each => timingSafeEqual(each.hash, hash))
  }

  function use(browserId: BrowserId): void {
    const now = clock.now()
    const found = browsers.find(each => each.id === browserId)
    if (found && now - found.usedAt >= useStepMs)
      keep(browsers.map(each => each === found ? { ...found, usedAt: now } : each))
    else
      news.publish(null)
  }

  function takeCode(code: string): boolean {
    const hash = hashOf(code)
    const found = codes.find(each => timingSafeEqual(each.hash, hash))
    codes = codes.filter(each => each !== found && each.expiresAt > clock.now())
    return found !== undefined && found.expiresAt > clock.now()
  }

  function returning({ key, cookies }: Visitor): { browser: KnownBrowser, cookie: string } | null {
    for (const cookie of key === undefined ? [] : cookies.slice(0, 8)) {
      const hash = proofOf(cookie, key ?? '')
      const browser = current().find(each => timingSafeEqual(Buffer.from(each.hash, 'hex'), hash))
      if (browser)
        return { browser, cookie }
    }
    return null
  }

  function welcome(browserId: BrowserId, key: string, cookie: string): Welcome {
    const token = randomBytes(32).toString('base64url')
    // A page that was closed may come back with its key; one that is open would fail at its next import.
    const surplus = tokens.length < mostTokens ? undefined : tokens.find(each => each.openPages === 0) ?? tokens[0]
    tokens = [...tokens.filter(each => each !== surplus), { hash: hashOf(token), browserId, openPages: 0 }]
    return { token, key, cookie }
  }

  function admit({ browser, system, address }: Visitor): Welcome {
    const [cookie, key] = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')]
    const now = clock.now()
    const id = newId<BrowserId>(now)
    const come = { id, hash: proofOf(cookie, key).toString('hex'), browser, system, address, openedAt: now, usedAt: now }
    const byUse = [...current()].sort((a, b) => Number(isOpen(b)) - Number(isOpen(a)) || b.usedAt - a.usedAt)
    for (const surplus of byUse.slice(mostBrowsers - 1))
      end(surplus.id)
    keep([...browsers, come])
    return welcome(id, key, cookie)
  }

  function end(browserId: BrowserId): boolean {
    const isThere = browsers.some(each => each.id === browserId)
    const pages = [...open.get(browserId) ?? []]
    tokens = tokens.filter(each => each.browserId !== browserId)
    if (isThere)
      keep(browsers.filter(each => each.id !== browserId))
    pages.forEach(cut => cut())
    return isThere
  }

  function pages(own: BrowserId | undefined): OpenPage[] {
    return current()
      .map(({ hash: _, ...each }) => ({
        ...each,
        usedAt: isOpen(each) ? clock.now() : each.usedAt,
        count: open.get(each.id)?.size ?? 0,
        isThis: each.id === own,
      }))
      .sort((a, b) => Number(b.isThis) - Number(a.isThis) || b.usedAt - a.usedAt || b.openedAt - a.openedAt)
  }

  return {
    studio: known.studio,
    isBraked,
    pages,
    end,
    newCode() {
      const code = randomBytes(16).toString('base64url')
      codes = [...codes, { hash: hashOf(code), expiresAt: clock.now() + codeLifeMs }].slice(-mostCodes)
      return code
    },
    enter(visitor) {
      // A code is used up even by a browser that could come back without it.
      const hasCode = visitor.code !== undefined && takeCode(visitor.code)
      const back = returning(visitor)
      if (back) {
        use(back.browser.id)
        return welcome(back.browser.id, visitor.key ?? '', back.cookie)
      }
      if (hasCode)
        return admit(visitor)
      if (visitor.code !== undefined || visitor.key !== undefined)
        guessedWrong()
      return null
    },
    browserOf(token) {
      const found = tokenOf(token)
      if (found && current().some(each => each.id === found.browserId))
        return found.browserId
      guessedWrong()
      return null
    },
    isKnown: browserId => current().some(each => each.id === browserId),
    open(browserId, token, cut) {
      const shown = tokenOf(token)
      if (shown)
        shown.openPages++
      const cuts = open.get(browserId) ?? new Set()
      open.set(browserId, cuts.add(cut))
      use(browserId)
      return () => {
        use(browserId)
        if (shown)
          shown.openPages--
        cuts.delete(cut)
        news.publish(null)
      }
    },
    async* changes(own, signal) {
      for await (const _ of news.subscribe(() => null, signal))
        yield { pages: pages(own) }
    },
    endOthers: own => current().filter(each => each.id !== own).filter(each => end(each.id)).length,
  }
}

/** Compares hashes: they have one length, so timing reveals nothing about the secret. */
function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

function proofOf(cookie: string, key: string): Buffer {
  return hashOf(`${cookie} ${key}`)
}
