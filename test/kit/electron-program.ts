/** Starts the built Electron bundle on the stand-in, in its own process, as a person starts the app. */
import type { ChildProcess } from 'node:child_process'
import type { News, Question } from './electron-child.ts'
import type { StandIn } from './electron-stand-in-loader.ts'
import type { PageAct } from './electron-stand-in.ts'
import { spawn } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

export interface ElectronProgram {
  readonly child: ChildProcess
  /** Runs a function in the program. It has no access to anything but its arguments, which are copied, as is what it returns. */
  run: <Values extends unknown[], T>(work: (electron: StandIn, ...values: Values) => T | Promise<T>, ...values: Values) => Promise<T>
  /** Resolves when the window shows, with the address of its page for a browser. */
  opened: () => Promise<string>
  onAct: (listener: (act: PageAct) => void) => void
  /** Everything it printed. */
  readonly output: () => string
  /** The exit code; null when a signal ended it. */
  readonly ended: Promise<number | null>
  readonly hasEnded: () => boolean
}

interface StartOptions {
  /** The studio folder. */
  readonly studio: string
  /** For the profile, and whatever else a home has. */
  readonly home: string
  readonly env?: Readonly<Record<string, string>>
  readonly words?: readonly string[]
}

export function startElectron({ studio, home, env = {}, words = [] }: StartOptions): ElectronProgram {
  const child = spawn(process.execPath, [join(root, 'test', 'kit', 'electron-child.ts'), ...words], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    serialization: 'advanced',
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'host'),
      DBUS_SESSION_BUS_ADDRESS: 'disabled:',
      TAKEROOM_FOLDER: studio,
      TAKEROOM_DELIVERIES: join(studio, 'deliveries'),
      STAND_IN_EXITS: 'yes',
      STAND_IN_HOME: home,
      STAND_IN_USERDATA: join(home, 'settings'),
      ...env,
    },
  })
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => output += String(chunk))
  child.stderr?.on('data', (chunk: Buffer) => output += String(chunk))
  const news = new EventEmitter()
  const port = Promise.withResolvers<number>()
  const over = new Error('The program has ended')
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  child.on('message', (message: News) => {
    if ('act' in message) {
      news.emit('act', message.act)
    }
    else if ('port' in message) {
      port.resolve(message.port)
    }
    else {
      const question = waiting.get(message.id)
      waiting.delete(message.id)
      if ('refusal' in message)
        question?.reject(new Error(message.refusal))
      else
        question?.resolve(message.value)
    }
  })
  const ended = new Promise<number | null>(resolve => child.once('exit', (code) => {
    for (const question of waiting.values())
      question.reject(over)
    port.reject(over)
    resolve(code)
  }))
  port.promise.catch(() => {})
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null
  let asked = 0

  const run: ElectronProgram['run'] = async (work, ...values) => {
    if (hasEnded() || !child.connected)
      throw over
    const id = ++asked
    const question = Promise.withResolvers<unknown>()
    waiting.set(id, question)
    child.send({ id, source: work.toString(), values } satisfies Question)
    return await question.promise as never // What the function returned.
  }

  return {
    child,
    run,
    async opened() {
      await run(async ({ asked }) => {
        while (asked.windows.length === 0 || asked.windows[0]!.loaded.length === 0)
          await new Promise(resolve => setTimeout(resolve, 5))
      }).catch((error: unknown) => {
        throw new Error(`No window:\n${output}`, { cause: error })
      })
      return `http://127.0.0.1:${await port.promise}/`
    },
    onAct: listener => void news.on('act', listener),
    output: () => output,
    ended,
    hasEnded,
  }
}
