/** Works through a list, so many at a time. */

/** Throws what failed first, after all that had begun has ended. */
export async function inLanes<T>(count: number, items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values()
  const lane = async () => {
    for (const item of queue)
      await work(item)
  }
  const lanes = Array.from({ length: Math.min(count, items.length) }, lane)
  await Promise.allSettled(lanes)
  await Promise.all(lanes)
}
