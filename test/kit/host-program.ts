/** A process with the built web host, and what it prints. */
import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

export interface HostProgram {
  readonly child: ChildProcess
  /** Everything it printed since `forgetOutput`. */
  output: () => string
  forgetOutput: () => void
  hasEnded: () => boolean
  /** Resolves when the process has ended. */
  readonly ended: Promise<void>
  /** From here on the end of the process is expected. */
  expectEnd: () => void
  /** How it ended unexpectedly, with its output; null otherwise. */
  unexpectedExit: () => string | null
  /** A single-use address that it has not printed before; rejects when the process ends instead. */
  newAddress: () => Promise<string>
  /** Waits for the first address it prints; rejects when the process ends instead. */
  firstAddress: () => Promise<string>
}

/** Runs a script of this repository. */
export function startProgram(script: string, words: readonly string[], env: NodeJS.ProcessEnv = {}): HostProgram {
  const child = spawn(process.execPath, [join(root, script), ...words], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // Node's compile cache is kept for the next start.
    env: { ...process.env, NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'host'), ...env },
  })
  let output = ''
  let isEndExpected = false
  let exit: string | null = null
  const news = new EventEmitter()
  const hear = (chunk: Buffer): void => {
    output += String(chunk)
    news.emit('news')
  }
  child.stdout?.on('data', hear)
  child.stderr?.on('data', hear)
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null
  const ended = new Promise<void>(resolve => child.once('exit', (code, signal) => {
    if (!isEndExpected)
      exit = `The studio ended by itself (${signal ?? `exit code ${code}`}):`
    news.emit('news')
    resolve()
  }))
  const addresses = (): string[] => output.match(/https?:\/\/[\d.]+:\d+\/#code=\S+/g) ?? []

  async function nextAddress(after: number): Promise<string> {
    for (;;) {
      const found = addresses()[after]
      if (found)
        return found
      if (hasEnded())
        throw new Error(`The web host did not open:\n${output}`)
      await once(news, 'news')
    }
  }

  return {
    child,
    output: () => output,
    forgetOutput: () => output = '',
    hasEnded,
    ended,
    expectEnd: () => isEndExpected = true,
    unexpectedExit: () => exit && `${exit}\n${output}`,
    firstAddress: () => nextAddress(0),
    newAddress() {
      const known = addresses().length
      child.kill('SIGUSR2')
      return nextAddress(known)
    },
  }
}
