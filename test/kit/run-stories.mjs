/**
 * Runs the stories in the browser. Failed stories run again alone, and are called flaky if they pass then. Where the run has to end at a
 * time, stories that were not begun by then are skipped, and counted as that.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { againArgs, confirmStories, onlyTimeWasUp } from './failures.ts'
import { runTool } from './tools.mjs'

const results = fileURLToPath(new URL('../../test-results', import.meta.url))
/** Enough for some stories, whatever came before. */
const leastMs = 120_000
/** What the second attempt may take when the time of the run is up. */
const secondMs = 8 * 60_000

/**
 * `args` go to Playwright; `endsAt` is when no story begins any more, in milliseconds since the epoch. Returns both attempts combined:
 * counts, failures, names of flaky stories, and the first report.
 */
export function runStories(args = [], endsAt = null) {
  const until = end => endsAt === null ? [] : [`--global-timeout=${Math.max(leastMs, end - Date.now())}`]
  const first = attempt('stories in the browser', 'stories.json', [...args, ...until(endsAt)])
  if (first.report !== null && onlyTimeWasUp(first.report))
    process.stdout.write('\nThe time of this run was up: what is called skipped includes stories that were not begun. npm run e2e runs all.\n')
  const hasFailed = first.report !== null && first.report.stats.unexpected > 0
  // Traces slow every story, so they are recorded for the second attempt only.
  const second = hasFailed ? attemptFailed(first.report, until(endsAt + secondMs)) : null
  const isOk = second?.isOk ?? (first.isOk || (first.report !== null && onlyTimeWasUp(first.report)))
  return { isOk, report: first.report, ...confirmStories(first.report, second?.report ?? null) }
}

function attemptFailed(report, limit) {
  const args = [...againArgs(report), '--workers=1', '--trace=retain-on-failure', ...limit]
  return attempt('stories that failed, once more alone', 'stories-again.json', args)
}

function attempt(name, reportName, args) {
  const path = join(results, reportName)
  mkdirSync(results, { recursive: true })
  rmSync(path, { force: true })
  const isOk = runTool({
    name,
    tool: 'playwright',
    args: ['test', '--config', 'test/playwright.config.ts', '--reporter=list,json', ...args],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: path },
  })
  return { isOk, report: read(path) }
}

function read(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  }
  catch {
    // Without a report Playwright ended before the first story; its exit code says so.
    return null
  }
}
