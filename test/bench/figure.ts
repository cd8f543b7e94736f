/** A measured figure, and helpers to measure one. */

export interface Figure {
  readonly name: string
  readonly value: number
  /** The same in time of the processor, of this program and of those that it ran; null where the system does not tell. */
  readonly cpu?: number | null
  /** The target that the figure should stay below; null without one. */
  readonly limit: number | null
  readonly unit: string
  /** For a ratio: the figure it is relative to. */
  readonly ratioOf?: string
}

/** The median wall time of `work` in milliseconds, after a warm-up. */
export async function medianMs(runs: number, work: () => Promise<unknown>): Promise<number> {
  for (let warm = 0; warm < Math.min(50, runs); warm++)
    await work()
  const times: number[] = []
  for (let run = 0; run < runs; run++) {
    const startedAt = performance.now()
    await work()
    times.push(performance.now() - startedAt)
  }
  times.sort((a, b) => a - b)
  return round(times[Math.floor(times.length / 2)] ?? 0)
}

/**
 * How long a fixed piece of work takes just now, in milliseconds, the fastest of ten: a rented machine is half as fast at one hour as at
 * another, and figures are compared only where this one is alike.
 */
export function paceOfMachine(): Figure {
  const rows = Array.from({ length: 20_000 }, (_, index) => ({ id: index, words: `Line ${index}`, at: index / 7 }))
  const times = Array.from({ length: 10 }, () => {
    const startedAt = performance.now()
    structuredClone(JSON.parse(JSON.stringify(rows)))
    return performance.now() - startedAt
  })
  return { name: 'the pace of the machine: a fixed piece of work', value: round(Math.min(...times), 1), limit: null, unit: 'ms' }
}

export function round(value: number, digits = 3): number {
  return Number(value.toFixed(digits))
}

export function p95(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? 0
}
