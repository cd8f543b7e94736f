/** `npm test`: every check and every test, one after another, and a last line that says how it went. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { checks, runTool } from './tools.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const results = join(root, 'test-results')
const totals = { passed: 0, failed: 0, skipped: 0 }

rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

for (const check of checks)
  count(runTool(check) ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 })

const unitReport = join(results, 'unit.json')
const unitOk = runTool({ name: 'unit and integration tests', tool: 'vitest', args: ['run', '--config', 'test/vitest.config.ts', '--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`] })
count(readUnit(unitReport), unitOk)

const storyReport = join(results, 'stories.json')
const storiesOk = runTool({ name: 'stories in the browser', tool: 'playwright', args: ['test', '--config', 'test/playwright.config.ts', '--reporter=list,json'], env: { PLAYWRIGHT_JSON_OUTPUT_NAME: storyReport } })
count(readStories(storyReport), storiesOk)

reportElectron()
if (totals.skipped > 0)
  process.stdout.write(`\n${totals.skipped} skipped: this machine cannot do what they need; each says what above.\n`)
process.stdout.write(`\n${totals.passed} passed, ${totals.failed} failed\n`)
process.exit(totals.failed === 0 ? 0 : 1)

/** A tool that failed without a failed test to show for it counts as one failure. */
function count({ passed, failed, skipped }, isOk = true) {
  totals.passed += passed
  totals.failed += failed > 0 || isOk ? failed : 1
  totals.skipped += skipped
}

function read(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  }
  catch {
    // No report means the tool did not get as far as running a test.
    return null
  }
}

function readUnit(path) {
  const report = read(path)
  return report
    ? { passed: report.numPassedTests, failed: report.numFailedTests, skipped: report.numPendingTests + report.numTodoTests }
    : { passed: 0, failed: 1, skipped: 0 }
}

function readStories(path) {
  const report = read(path)
  return report
    ? { passed: report.stats.expected, failed: report.stats.unexpected + report.stats.flaky, skipped: report.stats.skipped }
    : { passed: 0, failed: 1, skipped: 0 }
}

function reportElectron() {
  const found = spawnSync(process.execPath, ['-e', 'process.exit(require("node:fs").existsSync(require.resolve("electron/package.json").replace("package.json", "dist")) ? 0 : 1)'], { cwd: root })
  if (found.status !== 0)
    process.stdout.write('\nThe stories ran on the web host only: the Electron runtime is not on this machine. Its built bundles were tested against a stand-in.\n')
}
