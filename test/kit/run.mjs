/** `npm test`: every check and every test, one after another; then what failed once more, by name; and a last line that says how it went. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { failedTests } from './failures.ts'
import { runStories } from './run-stories.mjs'
import { checks, runTool } from './tools.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const results = join(root, 'test-results')
const nothing = { passed: 0, failed: 0, skipped: 0, failures: [] }
const totals = { passed: 0, failed: 0, skipped: 0 }
/** What failed, told again at the end: the log is long, and often only its end is kept. @type {string[]} */
const failures = []

rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

for (const check of checks) {
  const isOk = runTool(check)
  count(check.name, isOk, { ...nothing, passed: isOk ? 1 : 0 })
}

const unitReport = join(results, 'unit.json')
const unitOk = runTool({ name: 'unit and integration tests', tool: 'vitest', args: ['run', '--config', 'test/vitest.config.ts', '--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`] })
count('unit and integration tests', unitOk, readUnit(unitReport))

const stories = runStories()
count('stories in the browser', stories.isOk, stories)

reportElectron()
if (totals.skipped > 0)
  process.stdout.write(`\n${totals.skipped} skipped: this machine cannot do what they need; each says what above.\n`)
if (failures.length > 0)
  process.stdout.write(`\nWhat failed:\n\n${failures.join('\n\n')}\n`)
if (stories.flaky.length > 0)
  process.stdout.write(`\n${stories.flaky.map(name => `flaky: ${name}`).join('\n')}\n`)
process.stdout.write(`\n${totals.passed} passed, ${totals.failed} failed\n`)
process.exit(totals.failed === 0 ? 0 : 1)

/** A tool that failed without a failed test to show for it counts as one failure. */
function count(name, isOk, { passed, failed, skipped, failures: told }) {
  const isUnexplained = !isOk && failed === 0
  totals.passed += passed
  totals.failed += isUnexplained ? 1 : failed
  totals.skipped += skipped
  failures.push(...told, ...isUnexplained ? [`${name}: ended with an error that belongs to no test; its own words stand above.`] : [])
}

function read(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  }
  catch {
    // No report means the tool did not get as far as running a test; its exit code tells.
    return null
  }
}

function readUnit(path) {
  const report = read(path)
  return report
    ? { passed: report.numPassedTests, failed: report.numFailedTests, skipped: report.numPendingTests + report.numTodoTests, failures: failedTests(report, root) }
    : nothing
}

function reportElectron() {
  const found = spawnSync(process.execPath, ['-e', 'process.exit(require("node:fs").existsSync(require.resolve("electron/package.json").replace("package.json", "dist")) ? 0 : 1)'], { cwd: root })
  if (found.status !== 0)
    process.stdout.write('\nThe stories ran on the web host only: the Electron runtime is not on this machine. Its built bundles were tested against a stand-in.\n')
}
