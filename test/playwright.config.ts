/**
 * The stories: what a person does, on the built web host in the system's Chromium, some on the app's own bundle there, and all on Electron
 * where its runtime is. Tags in titles: `@short` is in every `npm test`, `@wide` only in that of CI, `@web` needs a page of the web host, `@browser` a whole browser, and
 * `@flags` a browser started with flags.
 */
import type { HostName } from './e2e/kit/launch.ts'
import { availableParallelism } from 'node:os'
import process from 'node:process'
import { defineConfig } from '@playwright/test'
import { electronRuntime } from './e2e/kit/launch.ts'
import { chromiumFlags, chromiumPath, shellPath } from './kit/chromium.ts'
import { isLong } from './kit/how-long.ts'
import { shareMadeMedia } from './kit/made-media.ts'

shareMadeMedia()
const electron = electronRuntime()

// Workers read this file too; it is said once.
if (electron === null && process.env.TEST_WORKER_INDEX === undefined)
  process.stderr.write('The Electron runtime is not on this machine (node_modules/electron/dist): the stories run on the web host, and some on the bundle of the app on a stand-in.\n')

/** Stories of the window itself. */
const ofApp = 'app-*.spec.ts'

/** Stories that run on the bundle of the app, too: of windows, menus, files, saving, closing and recording. */
const onBundle = [
  'app-*',
  'drops',
  'first-run',
  'library',
  'menus',
  'queue',
  'record',
  'saving',
  'status-strip',
  'unsaved-words',
]
/** Of pages, which are the same in both: there only in `npm run test:long`. */
const onBundleToo = [
  'accessibility',
  'any-project',
  'batch',
  'bridge-frame',
  'casting',
  'errors',
  'fields',
  'languages',
  'own-models',
  'script',
  'small-window',
  'speak-a-text',
  'still-to-shot-and-back-later',
  'timeline',
  'undo',
]
const ofBundle = [...onBundle, ...isLong ? onBundleToo : []].map(name => `${name}.spec.ts`)

function launch(path: string | undefined) {
  return { args: chromiumFlags, ...path ? { executablePath: path } : {} }
}

export default defineConfig<object, { hostName: HostName }>({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  globalSetup: ['./kit/build-for-stories.mjs', './kit/other-machine.ts'],
  outputDir: '../test-results/e2e',
  // Limits are for what hangs: a machine that is slow, or does other work besides, must not fail a story. Stories that render films or
  // visit every room say `test.slow()`, and have three times as long.
  timeout: 120_000,
  expect: { timeout: 60_000 },
  forbidOnly: Boolean(process.env.CI),
  // Each story has its own studio, so that any two can run side by side.
  fullyParallel: true,
  // More than there are cores: a story waits a third of its time for timers of the page.
  workers: availableParallelism() + 1,
  retries: 0,
  use: {
    // A story that failed is run again with a trace; see test/kit/run-stories.mjs.
    trace: 'off',
    screenshot: 'only-on-failure',
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    actionTimeout: 60_000,
    // What still moves may have left the place where it is clicked: the pages stop, as for whoever asks their system for less
    // motion.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: launch(shellPath),
  },
  projects: [
    { name: 'web host', use: { hostName: 'web' }, testIgnore: ofApp, grepInvert: /@browser/ },
    // The app's bundle, preload script and page, with its own scheme handler and message port; see test/kit/electron-page.ts.
    { name: 'app bundle', use: { hostName: 'bundle' }, testMatch: ofBundle, grepInvert: /@web|@browser/ },
    // What only a whole browser has.
    { name: 'web host, browser', use: { hostName: 'web', launchOptions: launch(chromiumPath) }, testIgnore: ofApp, grep: /@browser/ },
    // Stories about addresses and sessions have no meaning in its own window, which is started without flags of a browser.
    ...electron === null
      ? []
      : [{ name: 'electron', use: { hostName: 'electron' as const }, testIgnore: ofApp, grepInvert: /@web|@flags/ }],
  ],
})
