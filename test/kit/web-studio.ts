/** Starts the built web host in its own process and folder. */
import { spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

export interface WebStudio {
  /** With a single-use code. */
  readonly address: string
  readonly folder: string
  /** Another single-use address. */
  newAddress: () => Promise<string>
  /** Ends the program, with `kill` like a crash. The folder is kept for another start unless `forget` is true. */
  close: (how?: { kill?: boolean, forget?: boolean }) => Promise<void>
  /** Everything it printed. */
  readonly output: () => string
  /** How it ended unexpectedly, with its output; null while it runs. */
  readonly unexpectedExit: () => string | null
}

/**
 * The environment of a studio under test: deliveries in its own folder, and no access to the machine's keychain, so keys are kept in
 * memory.
 */
export function environmentFor(folder: string): Record<string, string> {
  return { DBUS_SESSION_BUS_ADDRESS: 'disabled:', TAKEROOM_DELIVERIES: join(folder, 'deliveries') }
}

export function makeStudioFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'takeroom-e2e-'))
}

/** `folder` of an earlier run opens that studio again; `port` asks for this port instead of any free one. */
export async function startStudio(
  options: { folder?: string, port?: number, env?: Record<string, string>, args?: readonly string[] } = {},
): Promise<WebStudio> {
  const folder = options.folder ?? await makeStudioFolder()
  const port = options.port === undefined ? [] : ['--port', String(options.port)]
  const child = spawn(process.execPath, [join(root, 'bin/takeroom.mjs'), 'serve', '--folder', folder, ...port, ...options.args ?? []], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Node's compile cache is kept for the next start.
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
  const addresses = (): string[] => output.match(/https?:\/\/[\d.]+:\d+\/#code=\S+/g) ?? []

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
    unexpectedExit: () => fall && `${fall}\n${output}`,
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

/** Provides fresh studios. The next one starts while the last one is in use. */
export function createStudiosAhead(): { take: () => Promise<WebStudio>, close: () => Promise<void> } {
  const start = async (): Promise<WebStudio> => startStudio({ folder: await makeStudioFolder() })
  let next: Promise<WebStudio> | null = null
  return {
    take() {
      const taken = next ?? start()
      // A failed start is reported when the studio is taken.
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
