/** Runs the stories in the browser. Failed stories run again alone, and are called flaky if they pass then. */
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { confirmStories } from './failures.ts'
import { runTool } from './tools.mjs'

const results = fileURLToPath(new URL('../../test-results', import.meta.url))

/** `args` go to Playwright. Returns both attempts combined: counts, failures, names of flaky stories, and the first report. */
export function runStories(args = []) {
  const first = attempt('stories in the browser', 'stories.json', args)
  const hasFailed = first.report !== null && first.report.stats.unexpected > 0
  // Traces slow every story, so they are recorded for the second attempt only.
  const second = hasFailed
    ? attempt('stories that failed, once more alone', 'stories-again.json', ['--last-failed', '--workers=1', '--trace=retain-on-failure'])
    : null
  return { isOk: second?.isOk ?? first.isOk, report: first.report, ...confirmStories(first.report, second?.report ?? null) }
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
