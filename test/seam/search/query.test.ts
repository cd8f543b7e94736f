/** The search language: what each term means in both languages, and that any text is a query which stays the same when it is printed. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseSearch, printSearch } from '#rules/search/query.ts'
import { filterNames, offeredName } from '#rules/search/terms.ts'

const word = (text: string, isNot = false) => ({ is: 'word', text, isNot })
const phrase = (text: string, isNot = false) => ({ is: 'phrase', text, isNot })

it.each([
  ['lighthouse  gull', [word('lighthouse'), word('gull')]],
  ['"cold grey  harbour" -rain -"at dusk"', [phrase('cold grey harbour'), word('rain', true), phrase('at dusk', true)]],
  ['“海边的 灯塔” －', [phrase('海边的 灯塔'), word('－')]],
  ['"half typ', [phrase('half typ')]],
  ['sea-side - --x', [word('sea-side'), word('-'), word('-x', true)]],
  ['kind:video KIND:Image 类型:语音 类型：图片编辑', ['video', 'image', 'speech', 'edit'].map(value => ({ is: 'kind', value, isNot: false }))],
  ['-is:starred 状态:未使用', [{ is: 'is', value: 'starred', isNot: true }, { is: 'is', value: 'unused', isNot: false }]],
  ['voice:Vivian model:"Higgs 2.5" tag:夜 -project:“The boat”', [
    { is: 'voice', value: 'Vivian', isNot: false },
    { is: 'model', value: 'Higgs 2.5', isNot: false },
    { is: 'tag', value: '夜', isNot: false },
    { is: 'project', value: 'The boat', isNot: true },
  ]],
  ['before:2026 after:2026/1/5 before:2024.2.29 早于:今天', [
    { is: 'before', value: '2026', isNot: false },
    { is: 'after', value: '2026-01-05', isNot: false },
    { is: 'before', value: '2024-02-29', isNot: false },
    { is: 'before', value: 'today', isNot: false },
  ]],
  ['longer:90 shorter:1m30s longer:1:02:03 短于:1分30秒 shorter:1.5m', [
    { is: 'longer', value: 90, isNot: false },
    { is: 'shorter', value: 90, isNot: false },
    { is: 'longer', value: 3723, isNot: false },
    { is: 'shorter', value: 90, isNot: false },
    { is: 'shorter', value: 90, isNot: false },
  ]],
  ['tag: -voice: kind:""', []],
  ['kind:cake is:"blue moon" before:2026-13 before:2025-02-29 longer:soon http://a.b', [
    word('kind:cake'),
    phrase('is blue moon'),
    word('before:2026-13'),
    word('before:2025-02-29'),
    word('longer:soon'),
    word('http://a.b'),
  ]],
  ['constructor:x __proto__:y is:toString', [word('constructor:x'), word('__proto__:y'), word('is:toString')]],
])('%s', (text, terms) => {
  expect(parseSearch(text)).toEqual(terms)
})

const names = filterNames.flatMap(name => [name, offeredName(name, 'zh')])
const piece = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.constantFrom(...names.map(name => `${name}:`), ...'-"“”：: 1ms秒分时'),
  fc.constantFrom('today', '2026-02', 'video', '语音', 'starred', '未使用', '9'.repeat(30)),
)
const anyText = fc.array(piece, { maxLength: 14 }).map(pieces => pieces.join(''))

it('any text is a query, which printed in either language is read as the same', () => {
  fc.assert(fc.property(anyText, fc.constantFrom('en' as const, 'zh' as const), (text, language) => {
    const terms = parseSearch(text)
    const printed = printSearch(terms, language)
    expect(parseSearch(printed)).toEqual(terms)
    expect(printSearch(parseSearch(printed), language)).toBe(printed)
  }), { numRuns: 5000 })
})

it('words without signs are searched as they are', () => {
  const plain = fc.string({ unit: fc.constantFrom(...'abcé海边ß09'), minLength: 1, maxLength: 6 })
  fc.assert(fc.property(fc.array(plain, { maxLength: 8 }), (words) => {
    expect(parseSearch(words.join(' '))).toEqual(words.map(text => word(text)))
  }))
})
