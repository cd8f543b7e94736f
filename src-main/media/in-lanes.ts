/** Works through a list, so many at a time. */

/** Throws what failed first, after all that had begun has ended. Nothing begins after a failure. */
export async function inLanes<T>(count: number, items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values()
  const failures: unknown[] = []
  const lane = async () => {
    for (const item of queue) {
      if (failures.length > 0)
        return
      try {
        await work(item)
      }
      catch (error) {
        failures.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(count, items.length) }, lane))
  if (failures.length > 0)
    throw failures[0]
}
