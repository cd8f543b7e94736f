/**
 * What was heard is compared with the words of a line: right takes are not accused, and changed words are found.
 *
 * @module-tag wide
 */
import type { SaidRight } from './corpus.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareHeard } from '#rules/listening/compare.ts'
import { tokensOf } from '#rules/listening/tokens.ts'
import { saidOf } from '#rules/script/pronounce.ts'
import { saidRight, saidRightLater } from './corpus.ts'
import { mendedAfter, triedOnce } from './scripts-said.ts'

const otherWord: Readonly<Record<string, string>> = {
  ...{ en: 'banana', de: 'Gurke', fr: 'girafe', es: 'jirafa', it: 'giraffa', pt: 'girafa', nl: 'olifant', ru: 'слон', zh: '龙', ja: '龍' },
  ko: '코끼리',
}

function differences({ language, text, aliases }: SaidRight, heard: string) {
  const entries = aliases.map(([word, alias]) => ({ word, alias, language: '', projectId: null }))
  return compareHeard(text, heard, { language, places: saidOf(text, entries, null).places })
}

const english = (text: string, heard: string) => compareHeard(text, heard, { language: 'en' })
const percent = (part: number, of: number): number => Math.round(part / of * 1000) / 10

describe('takes that are right', () => {
  const lists = [
    ...[['made with the rules', saidRight, 200], ['written after them', saidRightLater, 50]] as const,
    ...[['of scripts, that showed missing rules', mendedAfter, 300], ['of scripts, tried once', triedOnce, 190]] as const,
  ] as const
  it.for(lists)(
    'are not accused: lines %s',
    ([, lines, fewest]) => {
      const accused = lines.filter(line => differences(line, line.heard).length > 0)
      expect(lines.length).toBeGreaterThan(fewest)
      expect(percent(accused.length, lines.length), `accused: ${accused.map(line => line.text).join(' | ')}`).toBeLessThanOrEqual(2)
    },
  )

  it('of a dictionary, with the word as it is written or as it is said', () => {
    const aliases: SaidRight['aliases'] = [['Nguyen', 'win'], ['GIF', 'jiff']]
    const line: SaidRight = { language: 'en', text: 'Nguyen reads the GIF aloud.', heard: '', aliases }
    expect(differences(line, 'Win reads the jiff aloud')).toEqual([])
    expect(differences(line, 'Nguyen reads the GIF aloud')).toEqual([])
    expect(differences(line, 'Win reads the jiff')).toEqual([{ kind: 'missing', from: 21, to: 26, heard: '' }])
  })

  it('whatever their case, signs and spaces are', () => {
    const word = fc.constantFrom('lamp', 'harbour', 'the', 'Mara', 'don’t', '42', 'well-known', 'I', 'über', '夜', 'ночь')
    const sign = fc.constantFrom(' ', ', ', '. ', '! ', ' — ', '… ', ' “', '” ', '\n')
    fc.assert(fc.property(fc.array(fc.tuple(word, sign, sign), { minLength: 1, maxLength: 30 }), fc.boolean(), (parts, isLoud) => {
      const text = parts.map(([each, between]) => each + between).join('')
      const heard = parts.map(([each, , between]) => (isLoud ? each.toUpperCase() : each.toLowerCase()) + between).join('')
      expect(english(text, heard)).toEqual([])
    }))
  })
})

describe('words that were changed', () => {
  const changes = {
    drop: () => '',
    double: (word: string) => `${word} ${word}`,
    replace: (_: string, language: string) => ` ${otherWord[language]} `,
  }
  it.for(Object.entries(changes))('are found in every line of the corpus: %s', ([, change]) => {
    let [found, count] = [0, 0]
    for (const line of [...saidRight, ...saidRightLater, ...mendedAfter, ...triedOnce]) {
      for (const { from, to } of tokensOf(line.heard, line.language)) {
        const heard = line.heard.slice(0, from) + change(line.heard.slice(from, to), line.language) + line.heard.slice(to)
        count += 1
        found += differences(line, heard).length > 0 ? 1 : 0
      }
    }
    expect(count).toBeGreaterThan(1500)
    expect(percent(found, count)).toBeGreaterThanOrEqual(96)
  })

  it.for([
    ['en', 'Add 200 g of salt.', 'Add 200 kilograms of salt.'],
    ['en', 'Add 1/2 cup.', 'Add a quarter cup.'],
    ['en', 'It ships on 1 March.', 'It ships on March 2nd.'],
    ['en', 'It costs $5.', 'It costs five.'],
    ['en', 'It is −5 °C.', 'It is five degrees Celsius.'],
    ['en', 'They won 3–0.', 'They won three one.'],
    ['en', 'She swims, nothin’ else.', 'She swims, not anything else.'],
    ['es', 'El rey Felipe II murió.', 'El rey Felipe tercero murió.'],
    ['it', 'Nel XIX secolo.', 'Nel diciottesimo secolo.'],
    ['ru', 'Глава 7.', 'Глава первый том.'],
    ['fr', 'Ajoutez 250 g de farine.', 'Ajoutez deux cent cinquante litres de farine.'],
  ] as const)('of a number, a unit or a sign are told: %s | %s', ([language, text, heard]) => {
    expect(compareHeard(text, heard, { language })).not.toEqual([])
  })

  it('are told with their places', () => {
    expect(english('He said that the cat sat.', 'He said that that the hat sat down')).toEqual([
      { kind: 'doubled', from: 8, to: 12, heard: 'that' },
      { kind: 'instead', from: 17, to: 20, heard: 'hat' },
      { kind: 'extra', from: 24, to: 24, heard: 'down' },
    ])
    expect(compareHeard('他有三百块钱。', '他有300块', { language: 'zh' })).toEqual([{ kind: 'missing', from: 5, to: 6, heard: '' }])
    expect(english('The price is $5.', 'The price is six dollars.')).toMatchObject([{ kind: 'instead', from: 13, to: 15 }])
  })

  it('one by one in any text of plain words', () => {
    const word = fc.constantFrom(...'lamp harbour silver window morning river captain letter garden silence bridge candle'.split(' '))
    const texts = fc.uniqueArray(word, { minLength: 3, maxLength: 12 })
    fc.assert(fc.property(texts, fc.nat(), fc.constantFrom('drop', 'double', 'replace'), (words, seed, how) => {
      const at = seed % words.length
      const changed = how === 'drop' ? [] : how === 'double' ? [words[at], words[at]] : ['zebra']
      const heard = words.flatMap((each, index) => index === at ? changed : [each])
      const from = words.slice(0, at).reduce((sum, each) => sum + each.length + 1, 0)
      const kind = how === 'drop' ? 'missing' : how === 'double' ? 'doubled' : 'instead'
      expect(english(words.join(' '), heard.join(' '))).toMatchObject([{ kind, from, to: from + words[at]!.length }])
    }))
  })
})

it('a long reading is compared in a moment', () => {
  const text = Array.from({ length: 4000 }, (_, at) => `word${at % 97} and ${at}`).join(' ')
  const started = performance.now()
  expect(english(text, text.replace('word5 ', ''))).toHaveLength(1)
  expect(compareHeard(text, 'something else', { language: 'en' })).toHaveLength(1)
  expect(performance.now() - started).toBeLessThan(2000)
})
