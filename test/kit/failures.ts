/** What failed, by name and in few lines, from the reports of the two test runners. */
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

const linesOfOne = 12

/** What is read of the report that Vitest's JSON reporter writes. */
export interface UnitReport {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message?: string
    readonly assertionResults: readonly { readonly status: string, readonly fullName: string, readonly failureMessages?: readonly string[] }[]
  }[]
}

/** What is read of the report that Playwright's JSON reporter writes. */
export interface StoryReport {
  readonly suites?: readonly Suite[]
  readonly errors?: readonly { readonly message?: string }[]
}
interface Suite {
  readonly suites?: readonly Suite[]
  readonly specs?: readonly { readonly title: string, readonly file: string, readonly line: number, readonly tests: readonly StoryTest[] }[]
}
interface StoryTest { readonly status: string, readonly results: readonly { readonly error?: { readonly message?: string } }[] }

/** One text for each failed test, and for each file that did not get as far as a test. Files are told from the folder `root`. */
export function failedTests(report: UnitReport, root: string): string[] {
  return report.testResults.flatMap((file) => {
    const failed = file.assertionResults.filter(one => one.status === 'failed')
    const name = relative(root, file.name)
    return failed.length === 0 && file.status === 'failed'
      ? [told(name, file.message)]
      : failed.map(one => told(`${name} › ${one.fullName}`, one.failureMessages?.join('\n')))
  })
}

/** One text for each failed story, flaky ones too: a story that needed a second try is a fault. */
export function failedStories({ suites = [], errors = [] }: StoryReport): string[] {
  return [...suites.flatMap(failedWithin), ...errors.map(error => told('before any story', error.message))]
}

function failedWithin({ specs = [], suites = [] }: Suite): string[] {
  const own = specs.flatMap(spec => spec.tests
    .filter(test => test.status === 'unexpected' || test.status === 'flaky')
    .map(test => told(`${spec.file}:${spec.line} › ${spec.title}`, test.results.find(result => result.error)?.error?.message)))
  return [...own, ...suites.flatMap(failedWithin)]
}

function told(name: string, message = 'said nothing of why'): string {
  const lines = stripVTControlCharacters(message).split('\n').filter(line => line.trim() !== '').slice(0, linesOfOne)
  return [`✗ ${name}`, ...lines.map(line => `    ${line}`)].join('\n')
}
