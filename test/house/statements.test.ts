/** A call asks its databases as often in a large studio as in a small one: nothing is asked once for each thing that is there. */
import type { Years } from '../kit/years/things.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openStudio } from '../../src-main/studio/open-studio.ts'
import { nameOf, readsOf } from '../bench/years/reads.ts'
import { testPorts } from '../kit/ports.ts'
import { openRawCalls } from '../kit/raw-calls.ts'
import { recordStatements } from '../kit/statements.ts'
import { fillYears } from '../kit/years/fill.ts'
import { firstWeek } from '../kit/years/things.ts'

const times = 6
// The keys are the same.
const larger = Object.fromEntries(Object.entries(firstWeek).map(([what, count]) => [what, count * times])) as unknown as Years

/** One is asked more or less, whichever of them has an answer. */
const fewStatements = 4
const quietMs = 150

const folders: string[] = []
const counts: Map<string, number>[] = []

async function askedWhile(act: () => Promise<unknown>): Promise<number> {
  const recording = recordStatements()
  await act()
  recording.end()
  return recording.statements.length
}

/** What the studio does when it opens is over. */
async function quiet(): Promise<void> {
  while (await askedWhile(() => pause(quietMs)) > 0) {
    // It continues.
  }
}

/** `most` says how many a call may ask: one that asked more is asked again later, after what the studio does in the background. */
async function count(years: Years, most: (name: string) => number = () => Infinity): Promise<Map<string, number>> {
  const folder = await mkdtemp(join(tmpdir(), 'takeroom-statements-'))
  folders.push(folder)
  const landmarks = await fillYears(folder, years)
  const studio = await openStudio(testPorts(folder))
  const calls = openRawCalls(studio)
  const found = new Map<string, number>()
  await quiet()
  const ask = async (read: ReturnType<typeof readsOf>[number]): Promise<void> => {
    // The least of some: what the studio does by itself may come between, and the first may read what is kept from then on.
    for (const _ of [1, 2, 3]) {
      const asked = await askedWhile(() => calls.call(read.call, read.input).catch(() => {})) // A file that does not exist.
      found.set(nameOf(read), Math.min(asked, found.get(nameOf(read)) ?? Infinity))
    }
  }
  for (const read of readsOf(landmarks))
    await ask(read)
  for (let round = 0; round < 5; round++) {
    for (const read of readsOf(landmarks).filter(each => (found.get(nameOf(each)) ?? 0) > most(nameOf(each)))) {
      await pause(1000)
      await quiet()
      await ask(read)
    }
  }
  calls.close()
  await studio.close({ drainMs: 0 })
  return found
}

beforeAll(async () => {
  const small = await count(firstWeek)
  counts.push(small, await count(larger, name => (small.get(name) ?? 0) + fewStatements))
})

afterAll(() => Promise.all(folders.map(folder => rm(folder, { recursive: true, force: true }))))

it('every call that reads asks as often, however much there is', () => {
  const [small, large] = counts
  expect(small!.size).toBeGreaterThan(60)
  const grown = [...large!].filter(([name, statements]) => statements > (small!.get(name) ?? 0) + fewStatements)
  expect(grown.map(([name, statements]) => `${name}: ${small!.get(name)} statements, then ${statements}`)).toEqual([])
})
