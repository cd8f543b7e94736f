/** A child Node process for tests that need a second process; killed at the end of the test. */
import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

export interface Child {
  readonly process: ChildProcessWithoutNullStreams
  /** The next line of its output; rejects with its error output when it ends instead. */
  nextLine: () => Promise<string>
  /** Every line printed so far and not yet read. */
  takeLines: () => string[]
  /** kill -9, and waits until it is dead. */
  kill: () => Promise<void>
}

export function startChild(script: URL, args: readonly string[], env: NodeJS.ProcessEnv = process.env): Child {
  const child = spawn(process.execPath, [fileURLToPath(script), ...args], { env })
  const exited = once(child, 'exit')
  const lines: string[] = []
  const listeners: (() => void)[] = []
  let complaint = ''
  const wake = (): void => listeners.splice(0).forEach(listener => listener())
  const reader = createInterface(child.stdout).on('line', (line) => {
    lines.push(line)
    wake()
  }).on('close', wake)
  child.stderr.on('data', data => complaint += data)
  let isClosed = false
  reader.on('close', () => isClosed = true)

  async function kill(): Promise<void> {
    if (child.exitCode === null && child.signalCode === null)
      child.kill('SIGKILL')
    await exited
  }
  onTestFinished(kill)

  return {
    process: child,
    async nextLine() {
      while (lines.length === 0) {
        if (isClosed)
          throw new Error(`The child ended: ${complaint}`)
        await new Promise<void>(resolve => listeners.push(resolve))
      }
      return lines.shift() ?? ''
    },
    takeLines: () => lines.splice(0),
    kill,
  }
}
