/** The wire of the web host: a one-time code becomes a token, the token opens a socket, a lost socket is opened again. */
import type { StartedBy, Wire } from './wire.ts'
import { RPCLink } from '@orpc/client/websocket'
import { shallowRef } from 'vue'
import { z } from 'zod'
import { postFile } from './import-file.ts'
import { pageKeys } from './page-keys.ts'
import { changeHeaders, createSwitchedLink } from './switched-link.ts'

const tokenKey = pageKeys.token
const firstPauseMs = 300
const longestPauseMs = 5_000
/** The code with which the host closes a socket whose token it does not know. */
const noToken = 4401
const keyKey = pageKeys.key
const Session = z.object({ token: z.string().min(1), key: z.string().min(1) })

/** With or without the slash that the router puts before whatever is in the hash. */
function codeIn(hash: string): string | null {
  return /^#\/?code=([\w.~-]+)$/.exec(hash)?.[1] ?? null
}

/** Takes the code out of the address at once, so that it is neither shown, bookmarked nor kept in history. */
function takeCode(): string | null {
  const code = codeIn(location.hash)
  if (code !== null)
    history.replaceState(null, '', `${location.pathname}${location.search}#/`)
  return code
}

/**
 * The token for this code, or for what this browser was given with an earlier one: a cookie, and a key that belongs to it. Null when the
 * host takes neither. Throws when the host can't be reached.
 */
async function exchange(code: string | null): Promise<{ token: string | null, startedBy: StartedBy }> {
  const key = localStorage.getItem(keyKey)
  const answer = await fetch('/session', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...code === null ? {} : { code }, ...key === null ? {} : { key } }),
  })
  const startedBy = answer.headers.get('Takeroom-Started-By') === 'takeroom' ? 'takeroom' : 'npm'
  const session = answer.ok ? Session.safeParse(await answer.json()).data : undefined
  if (session)
    localStorage.setItem(keyKey, session.key)
  return { token: session?.token ?? null, startedBy }
}

/** Opens one socket and says how the door answered. */
function openSocket(token: string): Promise<WebSocket | 'refused' | 'unreachable'> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/wire`)
    socket.onopen = () => socket.send(JSON.stringify({ token }))
    socket.onmessage = (event) => {
      socket.onmessage = socket.onclose = socket.onopen = null
      const isWelcome = typeof event.data === 'string' && /^\{\s*"ok"\s*:\s*true/.test(event.data)
      if (!isWelcome)
        socket.close()
      resolve(isWelcome ? socket : 'refused')
    }
    // Every other ending is worth another attempt.
    socket.onclose = event => resolve(event.code === noToken ? 'refused' : 'unreachable')
  })
}

export function openSocketWire(): Wire {
  const { link, state, whenOpen, use } = createSwitchedLink()
  let code = takeCode()
  let token = sessionStorage.getItem(tokenKey)
  let pauseMs = firstPauseMs
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Of the latest attempt: what an earlier one comes to does not count, or two sockets would be open, and the end of one close both. */
  let attempt = 0
  const startedBy = shallowRef<StartedBy>('npm')

  function retry() {
    use(null, state.value === 'open' ? 'lost' : state.value)
    clearTimeout(timer)
    timer = setTimeout(connect, pauseMs)
    pauseMs = Math.min(pauseMs * 2, longestPauseMs)
  }

  async function connect(): Promise<void> {
    clearTimeout(timer)
    const mine = ++attempt
    const isNew = token === null
    try {
      if (code !== null || token === null) {
        const found = await exchange(code)
        token = found.token ?? token
        startedBy.value = found.startedBy
        code = null
      }
    }
    catch {
      // The host does not exist yet; the code is kept for the next attempt.
      return mine === attempt ? retry() : undefined
    }
    if (mine !== attempt)
      return
    if (token === null)
      return use(null, 'refused')
    sessionStorage.setItem(tokenKey, token)
    const socket = await openSocket(token)
    if (mine !== attempt)
      return typeof socket === 'string' ? undefined : socket.close()
    if (socket === 'unreachable')
      return retry()
    if (socket === 'refused') {
      // A token of a studio that was closed in the meantime, or of a browser that was ended: what came with an earlier code is tried once.
      sessionStorage.removeItem(tokenKey)
      const wasTried = isNew
      token = null
      return wasTried ? use(null, 'refused') : connect()
    }
    socket.addEventListener('close', retry, { once: true })
    pauseMs = firstPauseMs
    use(new RPCLink({ websocket: socket, headers: changeHeaders }), 'open')
  }

  /** Another token, with the key of this browser; null where the host takes that neither, or can't be reached. */
  async function enterAgain(): Promise<string | null> {
    const found = await exchange(null).catch(() => null)
    if (found && found.token !== null) {
      token = found.token
      sessionStorage.setItem(tokenKey, token)
    }
    return found?.token ?? null
  }

  function reconnect() {
    if (state.value === 'lost') {
      pauseMs = firstPauseMs
      void connect()
    }
  }
  window.addEventListener('online', reconnect)
  // A fresh address pasted over the old one changes only the hash: the page has to begin again to take its code.
  window.addEventListener('hashchange', () => codeIn(location.hash) !== null && location.reload())
  void connect()
  return { link, state, whenOpen, reconnect, startedBy, importFile: (file, signal) => postFile(file, token, signal, enterAgain) }
}
