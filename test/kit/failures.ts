/** Short summaries of failed tests, from the JSON reports of Vitest and Playwright. */
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

const linesOfOne = 12

/** The parts of a Vitest JSON report that are read. */
export interface UnitReport {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message?: string
    /** Milliseconds since the epoch. */
    readonly startTime?: number
    readonly endTime?: number
    readonly assertionResults: readonly {
      readonly status: string
      readonly fullName: string
      readonly failureMessages?: readonly string[]
    }[]
  }[]
}

/** The parts of a Playwright JSON report that are read. */
export interface StoryReport {
  readonly suites?: readonly Suite[]
  readonly errors?: readonly { readonly message?: string }[]
  readonly stats: { readonly expected: number, readonly unexpected: number, readonly skipped: number }
}
interface Suite {
  readonly suites?: readonly Suite[]
  readonly specs?: readonly {
    readonly id: string
    readonly title: string
    readonly file: string
    readonly line: number
    readonly tests: readonly StoryTest[]
  }[]
}
interface StoryTest {
  readonly status: string
  /** One story runs on several hosts, each a project of Playwright. */
  readonly projectName?: string
  readonly results: readonly { readonly duration?: number, readonly error?: { readonly message?: string } }[]
}

/** One text for each failed test and for each file that failed before its first test. File names are relative to `root`. */
export function failedTests(report: UnitReport, root: string): string[] {
  return report.testResults.flatMap((file) => {
    const failed = file.assertionResults.filter(one => one.status === 'failed')
    const name = relative(root, file.name)
    return failed.length === 0 && file.status === 'failed'
      ? [entryOf(name, file.message)]
      : failed.map(one => entryOf(`${name} › ${one.fullName}`, one.failureMessages?.join('\n')))
  })
}

/**
 * Splits the failures of the first run into those that failed again in the second and the names of those that passed.
 * A file missing from the second report counts as failed.
 */
export function confirm(first: UnitReport, second: UnitReport | null, root: string): { failed: UnitReport, flaky: string[] } {
  const passedNow = new Set(second?.testResults.filter(file => file.status === 'passed').map(file => file.name))
  const failed = first.testResults.filter(file => file.status === 'failed')
  return {
    failed: { testResults: failed.filter(file => !passedNow.has(file.name)) },
    flaky: failed.filter(file => passedNow.has(file.name)).flatMap((file) => {
      const names = file.assertionResults.filter(one => one.status === 'failed').map(one => ` › ${one.fullName}`)
      return (names.length > 0 ? names : ['']).map(name => `${relative(root, file.name)}${name}`)
    }),
  }
}

/** The ten slowest files of tests and stories, one line each, with seconds. */
export function slowestFiles(unit: UnitReport | null, stories: StoryReport | null, root: string): string[] {
  const seconds = new Map<string, number>()
  for (const { name, startTime, endTime } of unit?.testResults ?? [])
    seconds.set(relative(root, name), ((endTime ?? 0) - (startTime ?? 0)) / 1000)
  const addStories = ({ specs = [], suites = [] }: Suite): void => {
    for (const { file, tests } of specs) {
      const ms = tests.flatMap(test => test.results).reduce((sum, { duration = 0 }) => sum + duration, 0)
      seconds.set(file, (seconds.get(file) ?? 0) + ms / 1000)
    }
    suites.forEach(addStories)
  }
  stories?.suites?.forEach(addStories)
  return [...seconds].sort(([, a], [, b]) => b - a).slice(0, 10).map(([name, each]) => `${each.toFixed(1).padStart(8)} s  ${name}`)
}

/** One text for each failed story except those that passed on the second attempt, and for each error outside any story. */
export function failedStories(report: StoryReport, passedNow: ReadonlySet<string> = new Set()): string[] {
  const failed = storiesIn(report).filter(({ key, story }) => story.status === 'unexpected' && !passedNow.has(key))
  return [
    ...failed.map(({ name, story }) => entryOf(name, story.results.find(result => result.error)?.error?.message)),
    ...(report.errors ?? []).filter(error => !isOfTime(error)).map(error => entryOf('outside any story', error.message)),
  ]
}

/**
 * Combines two runs of the stories: the second, of those that failed in the first, decides about them.
 * A report is null when its run wrote none.
 */
export function confirmStories(first: StoryReport | null, second: StoryReport | null) {
  if (!first)
    return { passed: 0, failed: 0, skipped: 0, failures: [], flaky: [] }
  const again = second ? storiesIn(second).filter(({ story }) => story.status === 'expected') : []
  const passedNow = new Set(again.map(({ key }) => key))
  const flaky = storiesIn(first).filter(({ key, story }) => story.status === 'unexpected' && passedNow.has(key)).map(({ name }) => name)
  return {
    passed: first.stats.expected + flaky.length,
    failed: first.stats.unexpected - flaky.length,
    skipped: first.stats.skipped,
    failures: failedStories(first, passedNow),
    flaky,
  }
}

/** Said only where the run has a limit of its own. */
function isOfTime({ message = '' }: { readonly message?: string }): boolean {
  return stripVTControlCharacters(message).startsWith('Timed out waiting')
}

/** Whether the time of the run was up, and nothing failed but stories. */
export function onlyTimeWasUp({ errors = [] }: StoryReport): boolean {
  return errors.length > 0 && errors.every(isOfTime)
}

/**
 * Playwright's arguments to run the failed stories again, on the hosts on which any failed. Its own `--last-failed` names stories that were
 * not begun, too, which takes longer than a CI allows; and its report has one id for a story on all hosts.
 */
export function againArgs(report: StoryReport): string[] {
  const failed = storiesIn(report).filter(({ story }) => story.status === 'unexpected')
  const hosts = new Set(failed.flatMap(({ story }) => story.projectName || []))
  const titles = new Set(failed.map(({ title }) => title.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')))
  return [...new Set(failed.map(({ file }) => file)), `--grep=${[...titles].join('|')}`, ...[...hosts].map(name => `--project=${name}`)]
}

interface StoryOfReport {
  readonly file: string
  readonly title: string
  /** File, line and title. */
  readonly name: string
  /** The name, with the host on which it ran. */
  readonly key: string
  readonly story: StoryTest
}

/** Every story of a report, once for each host. */
export function storiesIn({ specs = [], suites = [] }: Suite): StoryOfReport[] {
  const own = specs.flatMap(({ file, line, title, tests }) => {
    const name = `${file}:${line} › ${title}`
    return tests.map(story => ({ file, title, name, key: `${story.projectName ?? ''} ${name}`, story }))
  })
  return [...own, ...suites.flatMap(storiesIn)]
}

function entryOf(name: string, message = 'no error message'): string {
  const lines = stripVTControlCharacters(message).split('\n').filter(line => line.trim() !== '').slice(0, linesOfOne)
  return [`✗ ${name}`, ...lines.map(line => `    ${line}`)].join('\n')
}
