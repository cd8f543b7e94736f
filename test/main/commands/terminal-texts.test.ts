/** What commands print: in the language of the system, and the same texts in each. */
import type { Failure } from '#contract/jobs.ts'
import { expect, it, onTestFinished, vi } from 'vitest'
import { commandErrors as enErrors } from '#rules/text/command-errors/en.ts'
import { commandErrors as zhErrors } from '#rules/text/command-errors/zh.ts'
import { saidIn as foundIn } from '#rules/text/found-words.ts'
import { terminalIn } from '#rules/text/terminal-words.ts'
import { CommandError } from '../../../src-main/commands/command-error.ts'
import { terminalTexts } from '../../../src-main/commands/terminal-texts.ts'
import { SampleStepError } from '../../../src-main/sample/sample.ts'

function shapeOf(text: unknown): unknown {
  if (typeof text === 'function')
    return 'takes data'
  return typeof text === 'object' && text !== null
    ? Object.fromEntries(Object.entries(text).sort(([a], [b]) => a < b ? -1 : 1).map(([name, inner]) => [name, shapeOf(inner)]))
    : typeof text
}

it('are in the language of the system', () => {
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(terminalTexts().serve.closing).toBe('Closing…')
  vi.stubEnv('LC_ALL', 'zh_CN.UTF-8')
  expect(terminalTexts().serve.closing).toBe('正在关闭…')
})

it('are the same in both languages', () => {
  expect(shapeOf(terminalIn('zh'))).toEqual(shapeOf(terminalIn('en')))
  expect(shapeOf(zhErrors)).toEqual(shapeOf(enErrors))
})

it('say each step of a backup and of the sample, and each kind of finding', () => {
  for (const language of ['en', 'zh'] as const) {
    const { sample, backup, check } = terminalIn(language)
    expect(sample.step({ is: 'line', number: 2, of: 5 })).toMatch(/2.*5/)
    expect(backup.progress('verifying', 50)).toContain('50%')
    expect(backup.done({ takes: 3, deliveries: null, path: '/b.tar' })).not.toMatch(/deliver|交付/)
    expect(backup.done({ takes: 3, deliveries: 2, path: '/b.tar' })).toMatch(/3[^\n\r2\u2028\u2029]*2.*\/b\.tar/)
    for (const say of Object.values(check.found))
      expect([say(7, false), say(7, true)]).toEqual([expect.stringContaining('7'), expect.stringContaining('7')])
    expect(check.found.wrong(7, false)).not.toBe(check.found.wrong(7, true))
  }
})

it('say which step of the sample failed, and why, in the language of the system', () => {
  const failure = { kind: 'server', said: 'answer-empty' } as Failure // No more of it is read.
  const failed = new SampleStepError({ title: '三十个冬天', state: 'failed', failure })
  expect(failed.message).toBe('三十个冬天: failed server answer-empty')
  const error = new CommandError('sample-not-generated', { title: failed.title, failure: failed.failure })
  for (const language of ['en', 'zh'] as const)
    expect(error.sentenceIn(language)).toMatch(new RegExp(`“三十个冬天”.*[:：].*${foundIn(language, 'answer-empty')}`))
  expect(new CommandError('sample-not-generated', { title: 'A', failure: null }).sentenceIn('zh')).toBe('无法生成“A”。')
})
