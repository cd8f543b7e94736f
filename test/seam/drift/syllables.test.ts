/** About how many syllables texts of different scripts have. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { syllablesOf } from '#rules/drift/syllables.ts'

it.each([
  ['The lamp is lit.', 4],
  // One of them is silent.
  ['Nobody came to the door', 8],
  ['Die Lampe brennt noch immer.', 7],
  ['La lámpara está encendida.', 10],
  ['Лампа ещё горит.', 6],
  ['Η λάμπα ανάβει.', 7],
  ['灯塔还亮着。', 5],
  ['ランプはついています', 10],
  ['きょうは', 3],
  ['등불이 켜져 있다', 7],
  ['pst, shh!', 0],
  ['[laughs] Yes.', 1],
  ['In 1984.', 7],
  ['', 0],
  ['…!', 0],
])('%s: %i', (text, count) => expect(syllablesOf(text)).toBe(count))

it('two texts have as many as both together', () => {
  const word = fc.constantFrom('lamp', 'über', 'дом', '灯', 'いま', 'שלום', '12', 'ok!')
  const words = fc.array(word, { maxLength: 12 }).map(all => all.join(' '))
  fc.assert(fc.property(words, words, (one, other) => {
    expect(syllablesOf(`${one} ${other}`)).toBe(syllablesOf(one) + syllablesOf(other))
  }))
})
