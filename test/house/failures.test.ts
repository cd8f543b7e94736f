/**
 * What is said at the end of a run: failures by name, what was flaky, the slowest files.
 *
 * @module-tag wide
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { describe, expect, it } from 'vitest'
import { againArgs, confirm, confirmStories, failedStories, failedTests, onlyTimeWasUp, slowestFiles } from '../kit/failures'
import { makeFolder } from '../kit/folder'

const bin = join(import.meta.dirname, '../../node_modules')

/** Runs Vitest or Playwright on a folder of failing tests, and reads its report. */
function run(folder: string, script: string, args: string[], env: Record<string, string> = {}) {
  spawnSync(process.execPath, [join(bin, script), ...args], { cwd: folder, env: { ...process.env, ...env }, timeout: 60_000 })
  return JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))
}

describe('a failure', () => {
  it('of a test is listed with file, name and reason, and so is a file that could not be loaded', async () => {
    const folder = await makeFolder()
    writeFileSync(
      join(folder, 'sum.test.mjs'),
      `import { expect, it } from '${join(bin, 'vitest/dist/index.js')}'\nit('adds', () => expect(1 + 1).toBe(3))\nit('holds', () => {})\n`,
    )
    writeFileSync(join(folder, 'broken.test.mjs'), 'throw new Error("no such luck")\n')
    const said = failedTests(
      run(folder, 'vitest/vitest.mjs', ['run', '--root', folder, '--reporter=json', '--outputFile=report.json']),
      folder,
    )
    expect(said).toHaveLength(2)
    expect(said.find(one => one.startsWith('✗ sum.test.mjs › adds\n'))).toContain('expected 2 to be 3')
    expect(said.find(one => one.startsWith('✗ broken.test.mjs\n'))).toContain('no such luck')
  })

  it('of a story is listed with file, line and name, without terminal colours', async () => {
    const folder = await makeFolder()
    writeFileSync(
      join(folder, 'walk.spec.mjs'),
      `import { expect, test } from '${join(bin, '@playwright/test/index.mjs')}'\ntest.describe('a walk', () => {\n  test('ends', () => expect('here').toBe('there'))\n  test('begins', () => {})\n})\n`,
    )
    const said = failedStories(run(folder, '@playwright/test/cli.js', ['test', '--reporter=json', folder], {
      PLAYWRIGHT_JSON_OUTPUT_NAME: join(folder, 'report.json'),
      FORCE_COLOR: '1',
    }))
    expect(said).toHaveLength(1)
    expect(said[0]).toMatch(/^✗ walk\.spec\.mjs:3 › ends\n/)
    expect(said[0]).toContain('Expected: "there"')
    expect(said[0]).not.toContain('\u001B')
  })

  it('is no story that was not begun before the time of the run was up', async () => {
    const folder = await makeFolder()
    const head = `import { test } from '${join(bin, '@playwright/test/index.mjs')}'\n`
    writeFileSync(join(folder, 'walk.spec.mjs'), `${head}test('never ends', () => new Promise(() => {}))\ntest('ends', () => {})\n`)
    const args = ['test', '--reporter=json', '--workers=1', '--timeout=0', '--global-timeout=8000', folder]
    const report = run(folder, '@playwright/test/cli.js', args, { PLAYWRIGHT_JSON_OUTPUT_NAME: join(folder, 'report.json') })
    expect(onlyTimeWasUp(report)).toBe(true)
    expect(confirmStories(report, null)).toEqual({ passed: 0, failed: 0, skipped: 2, failures: [], flaky: [] })
    expect(againArgs(report)).toEqual(['--grep='])
    expect(onlyTimeWasUp({ ...report, errors: [] })).toBe(false)
    expect(onlyTimeWasUp({ ...report, errors: [...report.errors, { message: 'No tests found' }] })).toBe(false)
  })

  it('of a story is called flaky when a second run alone passes, and stays a failure otherwise', async () => {
    const folder = await makeFolder()
    const story = (name: string, condition: string): string => `  test('${name}', () => expect(${condition}).toBe(true))\n`
    const onApp = `test.info().project.name !== 'app' || process.env.AGAIN === 'yes'`
    const lines = [
      story('begins', 'true'),
      story('rests (a while)', `process.env.AGAIN === 'yes'`),
      story('ends', 'false'),
      story('turns', onApp),
    ]
    const head = `import { expect, test } from '${join(bin, '@playwright/test/index.mjs')}'\n`
    writeFileSync(join(folder, 'walk.spec.mjs'), `${head}test.describe('a walk', () => {\n${lines.join('')}})\n`)
    // One host has all stories, the other one the last alone.
    const projects = [{ name: 'web' }, { name: 'app', grep: 'turns' }]
    const config = JSON.stringify({ projects }).replace('"turns"', '/turns/')
    writeFileSync(join(folder, 'playwright.config.mjs'), `export default ${config}\n`)
    const reportPath = { PLAYWRIGHT_JSON_OUTPUT_NAME: join(folder, 'report.json') }
    const attempt = (args: string[], env: Record<string, string>) =>
      run(folder, '@playwright/test/cli.js', ['test', '--reporter=json', ...args], { ...reportPath, ...env })
    const first = attempt([], {})
    // One that failed on the other host alone is not confirmed by the first one.
    expect(confirmStories(first, attempt(['--project=web'], { AGAIN: 'yes' })).flaky).toEqual(['walk.spec.mjs:4 › rests (a while)'])
    const second = attempt(againArgs(first), { AGAIN: 'yes' })
    expect(second.stats).toMatchObject({ expected: 3, unexpected: 1 })
    const both = confirmStories(first, second)
    expect(both).toMatchObject({ passed: 4, failed: 1, flaky: ['walk.spec.mjs:4 › rests (a while)', 'walk.spec.mjs:6 › turns'] })
    expect(both.failures).toEqual([expect.stringMatching(/^✗ walk\.spec\.mjs:5 › ends\n/)])
    expect(confirmStories(first, null)).toMatchObject({ passed: 2, failed: 3, flaky: [] })
  })
})

describe('a second run', () => {
  const file = (name: string, status: string, tests: Record<string, string> = {}, seconds = 0) =>
    ({
      name: `/here/${name}`,
      status,
      startTime: 0,
      endTime: seconds * 1000,
      assertionResults: Object.entries(tests).map(([fullName, each]) => ({ fullName, status: each })),
    })
  const first = { testResults: [
    file('steady.test.ts', 'passed', { holds: 'passed' }, 1),
    file('wobbly.test.ts', 'failed', { stands: 'passed', wobbles: 'failed', sways: 'failed' }, 3),
    file('broken.test.ts', 'failed', { breaks: 'failed' }, 2),
    file('unread.test.ts', 'failed'),
  ] }

  it('clears the files that pass, and names their tests as flaky', () => {
    const second = { testResults: [
      file('wobbly.test.ts', 'passed', { wobbles: 'passed' }),
      file('broken.test.ts', 'failed', { breaks: 'failed' }),
      file('unread.test.ts', 'passed'),
    ] }
    const { failed, flaky } = confirm(first, second, '/here')
    expect(failedTests(failed, '/here').map(text => text.split('\n')[0])).toEqual(['✗ broken.test.ts › breaks'])
    expect(flaky).toEqual(['wobbly.test.ts › wobbles', 'wobbly.test.ts › sways', 'unread.test.ts'])
  })

  it('without a report clears nothing', () => {
    for (const second of [null, { testResults: [] }])
      expect(confirm(first, second, '/here')).toEqual({ failed: { testResults: first.testResults.slice(1) }, flaky: [] })
  })

  it('the slowest files of tests and stories are listed together', () => {
    const story = (name: string, ms: number) => ({
      id: name,
      title: '',
      file: name,
      line: 1,
      tests: [{ status: 'expected', results: [{ duration: ms }, { duration: ms }] }],
    })
    const stats = { expected: 2, unexpected: 0, skipped: 0 }
    const stories = { stats, suites: [{ suites: [{ specs: [story('walk.spec.ts', 1250)] }], specs: [story('walk.spec.ts', 250)] }] }
    expect(slowestFiles(first, stories, '/here').slice(0, 3).map(line => line.trim())).toEqual([
      '3.0 s  wobbly.test.ts',
      '3.0 s  walk.spec.ts',
      '2.0 s  broken.test.ts',
    ])
    expect(slowestFiles(null, null, '/here')).toEqual([])
  })
})
