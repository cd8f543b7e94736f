/** Unit and integration tests: everything under test/ but the browser stories. */
import { availableParallelism } from 'node:os'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './kit/longest-first.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
// Every database and every probe runs in a thread of its own, which reads the sources anew: compiled once, they start twice as fast.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../node_modules/.cache/node', import.meta.url))

export default defineConfig({
  root,
  plugins: [vue()],
  test: {
    include: ['test/**/*.test.ts'],
    // Limits are for what hangs: a machine that is slow, or does other work besides, must not fail a test.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    pool: 'forks',
    sequence: { sequencer: LongestFirst },
    // Left to itself it keeps one core free, which on a small machine is half of it.
    maxWorkers: Math.max(2, availableParallelism() - 1),
  },
})
