/** The Chromium of the stories and screenshots. */
import { existsSync } from 'node:fs'
import process from 'node:process'

/** Path of the browser; undefined when there is none, which leaves the choice to Playwright. */
export const chromiumPath = first(process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome')

/**
 * Path of the headless shell, or of the browser where a system has no shell. The shell is the same engine without the browser's own
 * windows, as Playwright uses it: a story needs a third less processor time in it. It has no notifications and no wake lock.
 */
export const shellPath = first(process.env.CHROMIUM, '/usr/bin/chromium-headless-shell') ?? chromiumPath

function first(...paths: (string | undefined)[]): string | undefined {
  return paths.find(path => path && existsSync(path))
}
