/** Unit and integration tests: everything under test/ but the browser stories. */
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  plugins: [vue()],
  test: {
    include: ['test/**/*.test.ts'],
    // Limits are for what hangs: a machine that is slow, or does other work besides, must not fail a test.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    pool: 'forks',
    // Left to itself it keeps one core free, which on a small machine is half of it.
    maxWorkers: Math.max(2, availableParallelism() - 1),
  },
})
