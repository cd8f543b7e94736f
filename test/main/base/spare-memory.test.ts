/** After a burst of changes and a rest, the memory that it needed is the system's again. */
import { spawnSync } from 'node:child_process'
import process from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { createFeed } from '../../../src-main/base/feed.ts'
import { returnSpareMemory } from '../../../src-main/base/spare-memory.ts'
import { hangMs } from '../../kit/hang.ts'

const file = new URL('../../../src-main/base/spare-memory.ts', import.meta.url).href

const many = Array.from({ length: 1_000 }).fill(0)

it('frees the pages of a burst', () => {
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', `
    import { returnSpareMemory } from ${JSON.stringify(file)}
    import { setTimeout as pause } from 'node:timers/promises'
    let kept = Array.from({ length: 1_500_000 }, (_, count) => ({ count, more: [count] }))
    const most = process.memoryUsage.rss()
    kept = null
    async function* burst() {
      yield { isWhole: false, changed: Array(1_000).fill(0) }
      await pause(1_000)
    }
    await returnSpareMemory(burst(), { afterMs: 10 })
    process.stdout.write(JSON.stringify({ most, rest: process.memoryUsage.rss() }))
  `], { encoding: 'utf8' })
  expect(stderr).toBe('')
  const { most, rest } = JSON.parse(stdout) as { most: number, rest: number }
  expect(rest).toBeLessThan(most * 0.7)
})

describe.each([
  { title: 'once for many changes', sizes: [150, 150], times: 1 },
  { title: 'never for few', sizes: [3, 4], times: 0 },
])('collects', ({ title, sizes, times }) => {
  it(title, async () => {
    const feed = createFeed<{ isWhole: boolean, changed: readonly unknown[] }>()
    const collect = vi.fn()
    const followed = returnSpareMemory(feed.subscribe(() => ({ isWhole: true, changed: many })), { afterMs: 20, collect })
    await pause(1)
    for (const size of sizes)
      feed.publish({ isWhole: false, changed: Array.from({ length: size }).fill(0) })
    await vi.waitFor(() => expect(collect).toHaveBeenCalledTimes(times), { timeout: hangMs })
    await pause(100)
    expect(collect).toHaveBeenCalledTimes(times)
    feed.close()
    await followed
  })
})

it('collects nothing once the changes have ended', async () => {
  const collect = vi.fn()
  async function* burst(): AsyncGenerator<{ isWhole: boolean, changed: unknown[] }> {
    yield { isWhole: false, changed: many }
  }
  await returnSpareMemory(burst(), { afterMs: 5, collect })
  await pause(50)
  expect(collect).not.toHaveBeenCalled()
})
