/** Starts the built web host as a person's machine would: a process of its own, on a folder of its own. */
import { spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

export interface WebStudio {
  /** With a code that is good once. */
  readonly address: string
  readonly folder: string
  /** Another address, for a page that was closed. */
  newAddress: () => Promise<string>
  /** Ends the program; `kill` as a crash would. The folder stays for another start unless `forget` is true. */
  close: (how?: { kill?: boolean, forget?: boolean }) => Promise<void>
  /** Everything it printed. */
  readonly output: () => string
  /** How it ended though nobody asked it to, with what it printed; null while all is well. */
  readonly fellOver: () => string | null
}

/**
 * What a studio under test is told by its environment: deliveries in its own folder, and no keychain of this machine, so keys live in
 * memory.
 */
export function environmentFor(folder: string): Record<string, string> {
  return { DBUS_SESSION_BUS_ADDRESS: 'disabled:', TAKEROOM_DELIVERIES: join(folder, 'deliveries') }
}

export function makeStudioFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'takeroom-e2e-'))
}

/** `folder` of an earlier run opens that studio again; `port` takes this one instead of any free one. */
export async function startStudio(
  options: { folder?: string, port?: number, env?: Record<string, string>, args?: readonly string[] } = {},
): Promise<WebStudio> {
  const folder = options.folder ?? await makeStudioFolder()
  const port = options.port === undefined ? [] : ['--port', String(options.port)]
  const child = spawn(process.execPath, [join(root, 'bin/takeroom.mjs'), 'serve', '--folder', folder, ...port, ...options.args ?? []], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    // What Node has compiled once is kept for the next start.
    env: { ...process.env, NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'host'), ...environmentFor(folder), ...options.env },
  })
  let output = ''
  const news = new EventEmitter()
  const hear = (chunk: Buffer): void => {
    output += String(chunk)
    news.emit('news')
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  let isAsked = false
  let fall: string | null = null
  const over = new Promise<void>(resolve => child.once('exit', (code, signal) => {
    if (!isAsked)
      fall = `The studio ended by itself (${signal ?? `exit code ${code}`}):`
    news.emit('news')
    resolve()
  }))
  const addresses = (): string[] => output.match(/http:\/\/127\.0\.0\.1:\d+\/#code=\S+/g) ?? []

  async function nextAddress(after: number): Promise<string> {
    for (;;) {
      const found = addresses()[after]
      if (found)
        return found
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`The web host did not open:\n${output}`)
      await once(news, 'news')
    }
  }

  const address = await nextAddress(0)
  return {
    address,
    folder,
    output: () => output,
    fellOver: () => fall && `${fall}\n${output}`,
    async newAddress() {
      const known = addresses().length
      child.kill('SIGUSR2')
      return nextAddress(known)
    },
    async close({ kill = false, forget = options.folder === undefined } = {}) {
      isAsked = true
      child.kill(kill ? 'SIGKILL' : 'SIGTERM')
      await over
      if (forget)
        await rm(folder, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

/** Hands out studios that nobody used before. The next one starts while the last one is in use. */
export function createStudiosAhead(): { take: () => Promise<WebStudio>, close: () => Promise<void> } {
  const start = async (): Promise<WebStudio> => startStudio({ folder: await makeStudioFolder() })
  let next: Promise<WebStudio> | null = null
  return {
    take() {
      const taken = next ?? start()
      // A start that fails is reported by the one who takes it.
      next = taken.then(start, start)
      next.catch(() => {})
      return taken
    },
    async close() {
      const unused = await next?.catch(() => null)
      await unused?.close({ forget: true })
    },
  }
}
