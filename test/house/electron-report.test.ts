/** The report of the stories on Electron names each of them, and says when none began. */
import { expect, it } from 'vitest'
import { electronReport } from '../kit/electron-report.ts'

const machine = { electron: '45.4.1', system: 'linux 6.8, x64', at: '2026-11-27T07:00:00.000Z' }
function story(title: string, status: string, message?: string) {
  const results = [message === undefined ? {} : { error: { message } }]
  return { id: title, title, file: 'walk.spec.ts', line: 3, tests: [{ status, results }] }
}

it('names every story with its result, and why one failed', () => {
  const inner = [{ specs: [story('falls', 'unexpected', 'too steep')] }]
  const suites = [{ specs: [story('walks', 'expected'), story('a | b', 'skipped')], suites: inner }]
  const text = electronReport({ suites, stats: { expected: 1, unexpected: 1, skipped: 1 } }, machine)
  expect(text).toContain('# The stories on Electron 45.4.1, linux 6.8, x64')
  expect(text).toContain('1 passed, 1 failed, 1 not run.')
  expect(text).toContain('| walk.spec.ts:3 › walks | passed |\n| walk.spec.ts:3 › a \\| b | not run |\n| walk.spec.ts:3 › falls | **failed** |')
  expect(text).toContain('✗ walk.spec.ts:3 › falls\n    too steep')
})

it('says when the stories did not begin', () => {
  expect(electronReport(null, machine)).toContain('The stories did not begin')
})
