/**
 * Limits the part of V8's heap where new objects are made. It grows to 64 MB in each thread while the queue works, and V8 gives it back
 * only when the machine runs out of memory: a program that rests for hours would keep it. With 8 MB the collector runs more often, and
 * each run is shorter.
 */
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

export const youngGenerationMb = 8

const mostSteps = 60
const objectsInStep = 20_000

function sizeMb(): number {
  return (getHeapSpaceStatistics().find(space => space.space_name === 'new_space')?.space_size ?? 0) / 2 ** 20
}

/**
 * For this thread, once, as early as possible; threads of a pool have it from their start. V8 reads the size only when it starts, which a
 * program inside Electron cannot change, but it reads at each growth by how much it grows. So objects are made until it has grown to the
 * size that is wanted, in about 15 ms, and from then on it does not grow.
 */
export function limitYoungGeneration(): void {
  let live: object[] = []
  for (let step = 0; step < mostSteps && sizeMb() < youngGenerationMb; step++) {
    for (let count = 0; count < objectsInStep; count++)
      live.push({ count, more: [count] })
  }
  live = []
  setFlagsFromString('--semi-space-growth-factor=1')
}
