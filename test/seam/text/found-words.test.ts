/** What main finds out travels as a code with data; each code has a sentence in both languages, and the words of others stay. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { found, readFound } from '#contract/found.ts'
import { saidIn } from '#rules/text/found-words.ts'

it('a code is said in the language that is asked for, with its data', () => {
  expect(saidIn('en', found('download-cut', '10/20'))).toBe('The download ended at 10 of 20 bytes.')
  expect(saidIn('zh', found('folder-not-empty', '/srv/a b'))).toBe('/srv/a b 不是空文件夹。请恢复到新文件夹。')
  expect(saidIn('zh', found('no-status'))).toMatch(/[\u4E00-\u9FFF]/)
})

it('what a service or a program said is unchanged, also when it looks like a code', () => {
  for (const said of ['', 'Out of credits', 'takeroom:', 'takeroom:nothing-known 1', ' takeroom:no-status'])
    expect([saidIn('en', said), saidIn('zh', said)]).toEqual([said, said])
  fc.assert(fc.property(fc.string(), (said) => {
    expect(saidIn('en', said)).toBe(readFound(said) === null ? said : saidIn('en', said))
  }))
})

it('data of any text arrives as it was sent', () => {
  fc.assert(fc.property(fc.string({ minLength: 1 }), (data) => {
    expect(readFound(found('exists-already', data))).toEqual({ code: 'exists-already', data })
  }))
})
