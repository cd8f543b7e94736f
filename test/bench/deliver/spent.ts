/** What a piece of work takes: the time on the clock, and that of the processor, which another program next to it changes little. */
import { readFile } from 'node:fs/promises'
import process from 'node:process'

/** Seconds. */
export interface Spent {
  readonly wall: number
  /** Of this process and of the programs that it ran; null where the system does not tell. */
  readonly cpu: number | null
}

export async function spent(work: () => Promise<unknown>): Promise<Spent> {
  const [startedAt, before] = [performance.now(), await cpuSeconds()]
  await work()
  const wall = (performance.now() - startedAt) / 1000
  const after = await cpuSeconds()
  return { wall, cpu: before === null || after === null ? null : after - before }
}

async function cpuSeconds(): Promise<number | null> {
  const children = await childrenSeconds()
  const { user, system } = process.cpuUsage()
  return children === null ? null : children + (user + system) / 1e6
}

/** Linux only: of all programs that were run and have ended, and of theirs. */
async function childrenSeconds(): Promise<number | null> {
  const stat = await readFile('/proc/self/stat', 'utf8').catch(() => null)
  // The name before them is in brackets and may contain blanks. Fields 14 and 15 are those of the children, in hundredths of a second.
  const numbers = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
  return numbers ? (Number(numbers[13]) + Number(numbers[14])) / 100 : null
}
