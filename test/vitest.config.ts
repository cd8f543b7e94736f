/** Unit and integration tests: everything under test/ but the browser stories. */
import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vitest/config'
import { hangMs } from './kit/hang.ts'
import { LongestFirst } from './kit/longest-first.ts'
import { shareMadeMedia } from './kit/made-media.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
// Every database and every probe runs in its own thread, which reads the sources again: compiled once, they start twice as fast.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../node_modules/.cache/node', import.meta.url))
shareMadeMedia()

/**
 * Tests that change what others in the same process would see, or look at stores that live as long as the page. The rest share a process,
 * and load the core once.
 */
const changesProcess = /\bvi\.(?:mock|doMock|stubGlobal|stubEnv|spyOn|useFakeTimers)\b|\bprocess\.(?:env|chdir|on)\b|\bglobalThis\b|\.vue\b|src-renderer\/(?:stores|wire)\b/
const files = globSync('test/**/*.test.ts', { cwd: root })
const isAlone = (path: string): boolean => changesProcess.test(readFileSync(join(root, path), 'utf8'))
const [alone, together] = [files.filter(isAlone), files.filter(path => !isAlone(path))]

export default defineConfig({
  root,
  plugins: [vue()],
  test: {
    projects: [
      { extends: true, test: { name: 'alone', include: alone } },
      { extends: true, test: { name: 'together', include: together, isolate: false } },
    ],
    tags: [
      { name: 'wide', description: 'Left out of npm test; CI runs it.' },
      { name: 'all', description: 'Only in npm run test:all.' },
    ],
    // The command line prints in this language, whatever the machine's is.
    env: { LC_ALL: 'C.UTF-8' },
    // Limits are for what hangs: a machine that is slow, or does other work besides, must not fail a test.
    testTimeout: 360_000,
    hookTimeout: 360_000,
    expect: { poll: { timeout: hangMs } },
    pool: 'forks',
    // It imports Electron, which tests replace; what Node loads by itself would fetch the real one.
    server: { deps: { inline: ['electron-store'] } },
    sequence: { sequencer: LongestFirst },
    // More than there are cores: many tests mostly wait for time-outs and for other programs.
    maxWorkers: availableParallelism() + 2,
  },
})
