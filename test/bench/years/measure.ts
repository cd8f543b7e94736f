/** Measures a call: until its answer is sent, how long main stood still in the meantime, and how many statements it took. */
import type { RawCalls } from '../../kit/raw-calls.ts'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import process from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { recordStatements } from '../../kit/statements.ts'

export interface Measured {
  readonly wallMs: number
  /** The longest time that main answered nothing else. */
  readonly blockedMs: number
  /** What main's thread worked. */
  readonly cpuMs: number
  readonly statements: number
  /** Of the answer as it is sent. */
  readonly bytes: number
}

const restMs = 15

/** The best of some runs, after one that warms up: other programs only ever make it longer. */
async function measure(act: () => Promise<number>, runs = 3): Promise<Measured> {
  const all: Measured[] = []
  for (let run = 0; run <= runs; run++) {
    await pause(restMs)
    const recording = recordStatements()
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    await pause(2)
    delay.reset()
    const [from, cpu] = [performance.now(), process.threadCpuUsage()]
    const bytes = await act()
    const wallMs = performance.now() - from
    const { user, system } = process.threadCpuUsage(cpu)
    await pause(2)
    delay.disable()
    recording.end()
    all.push({
      wallMs,
      blockedMs: Math.min(delay.max / 1e6, wallMs),
      cpuMs: (user + system) / 1000,
      statements: recording.statements.length,
      bytes,
    })
    // One that takes seconds is not repeated.
    if (wallMs > 2000)
      break
  }
  const best = (of: keyof Measured): number => Math.min(...all.slice(all.length > 1 ? 1 : 0).map(each => each[of]))
  return {
    wallMs: best('wallMs'),
    blockedMs: best('blockedMs'),
    cpuMs: best('cpuMs'),
    statements: best('statements'),
    bytes: best('bytes'),
  }
}

export function measureCall(calls: RawCalls, name: string, inputOf: () => object): Promise<Measured> {
  return measure(async () => (await calls.call(name, inputOf())).length)
}
