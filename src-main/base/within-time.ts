/** Waiting with a limit. */

/** Resolves when the work is over, at the latest after `ms`; the work itself goes on. Rejects only as the work does. */
export async function withinTime(work: Promise<unknown>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  try {
    await Promise.race([work, new Promise(resolve => timer = setTimeout(resolve, ms))])
  }
  finally {
    clearTimeout(timer)
  }
}
