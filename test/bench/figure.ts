/** One measured figure, and how a sample of times becomes one. */

export interface Figure {
  readonly name: string
  readonly value: number
  /** What the figure is meant to stay under; null where there is no aim yet. */
  readonly limit: number | null
  readonly unit: string
  /** The figure that this one is a multiple of, where it is a ratio. */
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

export function round(value: number, digits = 3): number {
  return Number(value.toFixed(digits))
}
