/**
 * `npm test`: every check, and the tests of every feature; with `--wide` more of them, as CI does, and with `--all` all tests, see
 * `sizes.ts`. Then the failures by name, the slowest files and the flaky tests; the last line has the counts.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { confirm, failedTests, slowestFiles } from './failures.ts'
import { useMemoryFolder } from './memory-folder.mjs'
import { runStories } from './run-stories.mjs'
import { leftOutOf, storiesOf } from './sizes.ts'
import { checks, runTool, runTools } from './tools.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const results = join(root, 'test-results')
/** A CI ends what takes longer than its own limit, and then nothing of it counts. In milliseconds since the epoch; null for no limit. */
const endsAt = process.env.TAKEROOM_TEST_MINUTES === undefined ? null : Date.now() + Number(process.env.TAKEROOM_TEST_MINUTES) * 60_000
const size = process.argv.includes('--all') ? 'all' : process.argv.includes('--wide') ? 'wide' : 'short'
const leftOutFiles = leftOutOf(size)
const storiesToRun = storiesOf[size]
const nothing = { passed: 0, failed: 0, skipped: 0, failures: [] }
const totals = { passed: 0, failed: 0, skipped: 0 }
/** Failures, repeated at the end: the log is long, and often only its end is kept. @type {string[]} */
const failures = []
/** Tests that failed, then passed when run again alone. @type {string[]} */
const flaky = []

rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })
useMemoryFolder()

for (const [index, isOk] of (await runTools(checks)).entries())
  count(checks[index].name, isOk, { ...nothing, passed: isOk ? 1 : 0 })

const unitReport = join(results, 'unit.json')
const unitOk = runUnit('unit and integration tests', unitReport, leftOutFiles.map(file => `--exclude=${file}`))

const stories = runStories(storiesToRun === null ? [] : [`--grep=${storiesToRun}`], endsAt)
count('stories in the browser', stories.isOk, stories)
flaky.push(...stories.flaky)

count('unit and integration tests', unitOk, readUnit(unitReport))

reportElectron()
if (totals.skipped > 0)
  process.stdout.write(`\n${totals.skipped} skipped: this machine lacks what they need; each says above what that is.\n`)
if (failures.length > 0)
  process.stdout.write(`\nWhat failed:\n\n${failures.join('\n\n')}\n`)
process.stdout.write(`\nSlowest files:\n${slowestFiles(read(unitReport), stories.report, root).join('\n')}\n`)
if (flaky.length > 0)
  process.stdout.write(`\n${flaky.map(name => `flaky: ${name}`).join('\n')}\n`)
if (size !== 'all') {
  process.stdout.write(
    `\nNot run: ${leftOutFiles.length} files of tests and the stories without ${storiesToRun?.replace('|', ' or ')}. npm run test:all runs all.\n`,
  )
}
process.stdout.write(`\n${totals.passed} passed, ${totals.failed} failed\n`)
process.exit(totals.failed === 0 ? 0 : 1)

/** A tool that failed without any failed test counts as one failure. */
function count(name, isOk, { passed, failed, skipped, failures: entries, isExplained = false }) {
  const isUnexplained = !isOk && failed === 0 && entries.length === 0 && !isExplained
  totals.passed += passed
  // A file that failed before its first test has an entry but no failed test.
  totals.failed += isUnexplained ? 1 : Math.max(failed, entries.length)
  totals.skipped += skipped
  failures.push(...entries, ...isUnexplained ? [`${name}: ended with an error outside any test, see above.`] : [])
}

function read(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  }
  catch {
    // Without a report the tool ended before the first test; its exit code says so.
    return null
  }
}

function runUnit(name, reportPath, args) {
  return runTool({ name, tool: 'vitest', args: [
    'run',
    '--config',
    'test/vitest.config.ts',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${reportPath}`,
    ...args,
  ] })
}

/** Files that failed next to others are run again alone; what passes then is called flaky. */
function readUnit(path) {
  const report = read(path)
  if (!report)
    return nothing
  const again = report.testResults.filter(file => file.status === 'failed').map(file => file.name)
  const secondPath = join(results, 'unit-again.json')
  if (again.length > 0)
    runUnit('failed files, once more alone', secondPath, ['--maxWorkers=1', ...again])
  const { failed, flaky: passedNow } = confirm(report, again.length > 0 ? read(secondPath) : null, root)
  flaky.push(...passedNow)
  const failedCount = failed.testResults.flatMap(file => file.assertionResults).filter(test => test.status === 'failed').length
  return {
    passed: report.numPassedTests + report.numFailedTests - failedCount,
    failed: failedCount,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: failedTests(failed, root),
    isExplained: passedNow.length > 0,
  }
}

function reportElectron() {
  const found = spawnSync(process.execPath, [
    '-e',
    'process.exit(require("node:fs").existsSync(require.resolve("electron/package.json").replace("package.json", "dist")) ? 0 : 1)',
  ], { cwd: root })
  if (found.status !== 0) {
    process.stdout.write(
      '\nThe stories ran on the web host, and some on the bundle of the app with a stand-in: the Electron runtime is not installed.\n',
    )
  }
}
