/** Errors of commands: a code with data, and a sentence in each language, with everything in it that a person needs. */
import { expect, it } from 'vitest'
import { CannotDeliver } from '../../../src-main/commands/cannot-deliver.ts'
import { CommandError } from '../../../src-main/commands/command-error.ts'

it('has its code for logs, and its words in each language', () => {
  const found = [{ id: 'a1', name: 'Main' }, { id: 'b2', name: 'Main' }]
  const error = new CannotDeliver('several', { word: 'sequence', called: 'Main', found })
  expect(error).toMatchObject({ name: 'CannotDeliver', reason: 'several' })
  expect(error).toBeInstanceOf(CommandError)
  expect(error.message).toContain('several {')
  expect(error.sentenceIn('en')).toBe('There are several sequences called "Main". Choose one by its id:\n  a1  Main\n  b2  Main')
  expect(error.sentenceIn('zh')).toBe('有多个名为“Main”的序列。请用 id 选择一个：\n  a1  Main\n  b2  Main')
})

it.each([
  [new CommandError('failed', { failure: { kind: 'render', said: 'not-placed /x' } }), '/x', 'Retry'],
  [new CommandError('failed', { failure: { kind: 'signing', said: 'keychain-locked' } }), '--no-sign', 'locked'],
  [new CommandError('blocked', { by: 'key-locked' }), '--no-sign', 'locked'],
  [new CommandError('blocked', { by: 'no-ffmpeg' }), 'ffmpeg', '5.1'],
  [new CommandError('not-signable', { because: 'the words of a program' }), 'the words of a program', '--no-sign'],
  [new CommandError('no-room', { neededBytes: 2_400_000, freeBytes: 1e6 }), '3 MB', '1 MB'],
])('%s says it in each language', (error, first, inEnglish) => {
  expect(error.sentenceIn('en')).toContain(first)
  expect(error.sentenceIn('en')).toContain(inEnglish)
  expect(error.sentenceIn('zh')).toContain(first)
  expect(error.sentenceIn('zh')).toMatch(/[\u4E00-\u9FFF]/)
})
