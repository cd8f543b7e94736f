/** The heap for new objects does not grow beyond its limit. */
import { spawnSync } from 'node:child_process'
import process from 'node:process'
import { expect, it } from 'vitest'
import { youngGenerationMb } from '../../../src-main/base/young-generation.ts'

const file = new URL('../../../src-main/base/young-generation.ts', import.meta.url).href

/** In its own process: makes and keeps many objects, as the queue does, and answers how large the heap for new ones became, in MB. */
function grownMb(isLimited: boolean): number {
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', `
    import { limitYoungGeneration } from ${JSON.stringify(file)}
    import { getHeapSpaceStatistics } from 'node:v8'
    if (${isLimited})
      limitYoungGeneration()
    const kept = []
    for (let count = 0; count < 4e6; count++) {
      const made = { count, text: String(count) }
      if (count % 20 === 0)
        kept.push(made)
    }
    const young = getHeapSpaceStatistics().find(space => space.space_name === 'new_space')
    process.stdout.write(String(young.space_size / 2 ** 20))
  `], { encoding: 'utf8' })
  return Number(stdout)
}

it('stays at its limit where it would grow to many times that', () => {
  expect(grownMb(false)).toBeGreaterThan(2 * youngGenerationMb)
  expect(grownMb(true)).toBeGreaterThan(youngGenerationMb / 4)
  expect(grownMb(true)).toBeLessThanOrEqual(youngGenerationMb)
})
