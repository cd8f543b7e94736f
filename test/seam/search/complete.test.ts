/** What is offered while a search is typed: names of filters, then values of this studio; what is chosen is understood. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { completionsOf } from '#rules/search/complete.ts'
import { parseSearch } from '#rules/search/query.ts'

const known = {
  ...{ voice: ['Vivian', 'Ann Vi'], model: ['Higgs 2.5'], tag: ['sea', '夜'], collection: ['Best of', 'Birds'] },
  ...{ project: ['The "last" boat'], account: ['Studio'] },
}
const texts = (text: string, language: 'en' | 'zh' = 'en') => completionsOf(text, language, known).map(completion => completion.text)

it.each([
  ['', []],
  ['harbour ', []],
  ['"k', []],
  ['k', ['kind:']],
  ['gull -t', ['gull -tag:']],
  ['kind:v', ['kind:video ']],
  ['is:us', ['is:used ', 'is:unused ']],
  ['is:dup', ['is:duplicate ']],
  ['voice:vi', ['voice:Vivian ', 'voice:"Ann Vi" ']],
  ['voice:"ann v', ['voice:"Ann Vi" ']],
  ['model:', ['model:"Higgs 2.5" ']],
  ['project:bo', ['project:"The last boat" ']],
  ['tag:sea', []],
  ['coll', ['collection:']],
  ['gull collection:be', ['gull collection:"Best of" ']],
  ['acc', ['account:']],
  ['account:', ['account:Studio ']],
  ['what:x', []],
])('%s', (text, offered) => {
  expect(texts(text)).toEqual(offered)
})

it('in Chinese, by the names of both languages', () => {
  expect(texts('标', 'zh')).toEqual(['标签:'])
  expect(texts('tag', 'zh')).toEqual(['标签:'])
  expect(texts('标签：夜 类型：视', 'zh')).toEqual(['标签：夜 类型:视频 '])
})

it('what is chosen is one more filter, and what was typed before stays', () => {
  const typed = fc.constantFrom('kind:', '-is:', 'voice:', 'model:', 'tag:', 'project:', 'before:', 'longer:', '类型：')
  const words = fc.array(fc.constantFrom('gull', '-rain', '"at dusk"', 'kind:cake', '海'), { maxLength: 3 }).map(all => all.join(' '))
  fc.assert(fc.property(words, typed, fc.constantFrom('en' as const, 'zh' as const), (before, name, language) => {
    const start = before === '' ? '' : `${before} `
    const offered = completionsOf(start + name, language, known)
    expect(offered.length).toBeGreaterThan(0)
    for (const { text } of offered) {
      const terms = parseSearch(text)
      expect(terms.slice(0, -1)).toEqual(parseSearch(before))
      expect(terms.at(-1)?.is).not.toMatch(/^(?:word|phrase)$/)
    }
  }))
})
