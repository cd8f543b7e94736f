/** Finding and replacing words: whole or in parts, by case, in Latin, Cyrillic and scripts without spaces. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { matchesIn, withReplaced } from '#rules/script/replace-text.ts'

function replaced(text: string, words: string, by: string, how: { matchesCase?: boolean, isWhole?: boolean } = {}): string {
  return withReplaced(text, matchesIn(text, { words, matchesCase: false, isWhole: false, ...how }), by)
}

it('replaces parts of words, or whole words only', () => {
  expect(replaced('The lamp, a lamplight, LAMP.', 'lamp', 'fire')).toBe('The fire, a firelight, fire.')
  expect(replaced('The lamp, a lamplight, LAMP.', 'lamp', 'fire', { isWhole: true })).toBe('The fire, a lamplight, fire.')
  expect(replaced('The lamp, a lamplight, LAMP.', 'lamp', 'fire', { isWhole: true, matchesCase: true }))
    .toBe('The fire, a lamplight, LAMP.')
})

it('knows the limits of words in Cyrillic and with accents, and none in Chinese', () => {
  expect(replaced('Кот и котик. КОТ!', 'кот', 'пёс', { isWhole: true })).toBe('пёс и котик. пёс!')
  expect(replaced('Zoé et Zoéline', 'Zoé', 'Léa', { isWhole: true })).toBe('Léa et Zoéline')
  expect(replaced('灯塔上有灯。', '灯', '火', { isWhole: true })).toBe('火塔上有火。')
  expect(replaced('看GIF图，不看GIFs', 'GIF', 'jif', { isWhole: true })).toBe('看jif图，不看GIFs')
})

it('takes every sign for itself, and any white space for a space', () => {
  expect(replaced('a+b? (a+b)', '(a+b)', '$1 & more')).toBe('a+b? $1 & more')
  expect(replaced('old  lamp and old\nlamp', 'old lamp', 'fire')).toBe('fire and fire')
  expect(matchesIn('anything', { words: '  ', matchesCase: false, isWhole: false })).toEqual([])
})

it('finds any apostrophe for an apostrophe, and any hyphen for a hyphen', () => {
  for (const isWhole of [true, false]) {
    expect(replaced('O’Neill, O\'Neill and OʼNeill', 'O\'Neill', 'Ben', { isWhole })).toBe('Ben, Ben and Ben')
    expect(replaced('O\'Neill', 'O’Neill', 'Ben', { isWhole })).toBe('Ben')
    expect(replaced('Wi\u2011Fi, Wi\u2010Fi, Wi-Fi, Wi–Fi', 'wi-fi', 'net', { isWhole })).toBe('net, net, net, Wi–Fi')
  }
})

it('finds composed letters for decomposed ones, and the reverse', () => {
  for (const form of ['NFC', 'NFD']) {
    for (const isWhole of [true, false]) {
      expect(replaced('Où est Zoé, Zoé?'.normalize(form), 'Zoé'.normalize(form === 'NFC' ? 'NFD' : 'NFC'), 'Ben', { isWhole }))
        .toBe('Où est Ben, Ben?'.normalize(form))
    }
  }
})

it('what is between the matches stays, whatever the text', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'B', 'é', '灯', ' ', '.', '\\', '$', '(', '🙂'), maxLength: 40 })
  fc.assert(fc.property(text, text, text, fc.boolean(), fc.boolean(), (whole, words, by, matchesCase, isWhole) => {
    const matches = matchesIn(whole, { words, matchesCase, isWhole })
    const same = (part: string): string => part.toLowerCase().replaceAll(/\s+/gu, ' ')
    for (const { start, end } of matches)
      expect(same(whole.slice(start, end))).toBe(same(words))
    const grown = matches.reduce((sum, { start, end }) => sum + by.length - (end - start), 0)
    expect(withReplaced(whole, matches, by).length).toBe(whole.length + grown)
    if (!isWhole && matchesCase && words.trim() !== '' && !/\s/.test(words))
      expect(withReplaced(whole, matches, by)).toBe(whole.replaceAll(words, () => by))
  }), { numRuns: 1000 })
})
