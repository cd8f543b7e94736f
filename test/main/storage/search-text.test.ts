/** Tests of storage/search-text.ts with a real FTS5 table. */
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { halfTyped, matchOf, segment } from '../../../src-main/storage/search-text.ts'

const db = new DatabaseSync(':memory:')
db.exec('CREATE VIRTUAL TABLE texts USING fts5(words, content=\'\', contentless_delete=1, tokenize=\'ascii\')')
db.exec('CREATE VIRTUAL TABLE texts_words USING fts5vocab(texts, instance)')

/** The expression for one text that is typed. */
const matchQuery = (typed: string): string | null => matchOf([{ is: 'word', text: typed, isNot: false }]).match

/** Whether searching a table with only this text finds it. */
function finds(text: string, typed: string): boolean {
  const query = matchQuery(typed)
  if (query === null)
    return false
  db.exec('DELETE FROM texts')
  db.prepare('INSERT INTO texts (rowid, words) VALUES (1, ?)').run(segment(text))
  return db.prepare('SELECT rowid FROM texts WHERE texts MATCH ?').all(query).length === 1
}

it.each([
  ['The quick brown fox', 'QUICK fo'],
  ['The quick brown fox', 'fox quick'],
  ['Crème brûlée', 'creme brulee'],
  ['ไชโย 𫠠 ᦰ 𞤀', '𫠠'],
  ['हिन्दी में', 'हिन्दी'],
  ['Йод и ёлка', 'елка'],
  ['がぎぐ', 'ぎ'],
  ['مُحَمَّد', 'محمد'],
  ['creme brulee', 'Crème'],
  ['机器学习改变世界', '学习'],
  ['机器学习改变世界', '器学'],
  ['机器学习改变世界', '世'],
  ['用AI做视频 take_001.mp4', 'AI做'],
  ['用AI做视频 take_001.mp4', '001'],
  ['東京タワーへ行きました', 'タワー'],
  ['東京タワーへ行きました', 'ﾀﾜｰ'],
  ['ＡＢＣ放送', 'abc'],
  ['서울에서 만나요', '서울'],
  ['สวัสดีชาวโลก', 'ชาว'],
  ['İstanbul straße', 'istanbul'],
  ['don\'t stop', 'don\'t'],
  ['C\'est l\'été', 'l\'ete'],
  ['a 3.14 b', '3.14'],
  ['AND OR NOT NEAR', 'not near'],
  ['say "hello" (now) col:x ^y', '"hello" (now'],
])('%s is found by typing %s', (text, typed) => {
  expect(finds(text, typed)).toBe(true)
})

it.each([
  ['The quick brown fox', 'quack'],
  ['机器学习', '学机'],
  ['The quick brown fox', 'qui fox'],
])('%s is not found by typing %s', (text, typed) => {
  expect(finds(text, typed)).toBe(false)
})

it.each(['', '   ', '"', '* ( ) : ^ -', '🎬', '\0', '\uD800', '。、！'])('there is nothing to search for in %j', (typed) => {
  expect(matchQuery(typed)).toBeNull()
})

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ unit: fc.constantFrom(...'ab "*():^-+{}\'\0\n,.AND学习。') }),
)

it('whatever is typed, SQLite accepts the query', () => {
  db.exec('DELETE FROM texts')
  fc.assert(fc.property(anyText, (typed) => {
    const query = matchQuery(typed)
    if (query !== null)
      db.prepare('SELECT rowid FROM texts WHERE texts MATCH ?').all(query)
  }), { numRuns: 2000 })
})

it('every text with words is found by typing all of it', () => {
  fc.assert(fc.property(anyText, (text) => {
    if (matchQuery(text) !== null)
      expect(finds(text, text)).toBe(true)
  }), { numRuns: 5000 })
})

it('a text of spaced words is found by the beginnings of any of them, in any order', () => {
  const word = fc.string({ unit: fc.constantFrom(...'abcdéñöżшф09'), minLength: 1, maxLength: 8 })
  fc.assert(fc.property(fc.array(word, { minLength: 1, maxLength: 10 }), fc.infiniteStream(fc.nat()), (words, chance) => {
    const pick = (count: number): number => (chance.next().value as number) % count // the stream never ends
    const whole = words[pick(words.length)] ?? ''
    const begun = words[pick(words.length)] ?? ''
    expect(finds(words.join(' '), `${whole} ${begun.slice(0, 1 + pick(begun.length))}`)).toBe(true)
  }))
})

it('a text without spaces is found by any part of it', () => {
  const run = fc.string({ unit: fc.constantFrom(...'机器学习改变世界我们的時間東京へ行きましたタワー々〇'), minLength: 1, maxLength: 20 })
  fc.assert(fc.property(run, fc.nat(), fc.nat(), (text, from, length) => {
    const start = from % text.length
    expect(finds(text, text.slice(start, start + 1 + length % (text.length - start)))).toBe(true)
  }), { numRuns: 500 })
})

it('a page pasted into the search field is a query that SQLite still answers', () => {
  expect(finds('word '.repeat(5000), 'word '.repeat(5000))).toBe(true)
  expect(finds('学'.repeat(3000), '学'.repeat(3000))).toBe(true)
})

it('a phrase is found in its order and with whole words alone, and what is left out is not found', () => {
  db.exec('DELETE FROM texts')
  const texts = ['the old sea', 'sea of old', 'the seaside', '海边的灯塔', '灯塔在海边']
  texts.forEach((text, at) => db.prepare('INSERT INTO texts (rowid, words) VALUES (?, ?)').run(at, segment(text)))
  const found = (expression: string | null): string[] => expression === null
    ? []
    : db.prepare('SELECT rowid FROM texts WHERE texts MATCH ? ORDER BY rowid').all(expression).map(row => texts[Number(row.rowid)] ?? '')
  const word = (text: string, isNot = false) => ({ is: 'word', text, isNot }) as const
  const phrase = (text: string, isNot = false) => ({ is: 'phrase', text, isNot }) as const
  expect(found(matchOf([word('sea')]).match)).toEqual(['the old sea', 'sea of old', 'the seaside'])
  expect(found(matchOf([phrase('sea')]).match)).toEqual(['the old sea', 'sea of old'])
  expect(found(matchOf([phrase('old sea')]).match)).toEqual(['the old sea'])
  expect(found(matchOf([word('sea'), word('the', true)]).match)).toEqual(['sea of old'])
  expect(found(matchOf([word('sea'), phrase('of old', true), word('seaside', true)]).match)).toEqual(['the old sea'])
  expect(found(matchOf([phrase('海边'), phrase('边的', true)]).match)).toEqual(['灯塔在海边'])
  expect(matchOf([word('of', true), word('灯塔', true)])).toEqual({ match: null, without: '"of" OR "灯 塔"' })
  expect(matchOf([word('-'), phrase('!', true)])).toEqual({ match: null, without: null })
})

it('what is half typed is the last word that SQLite knows', () => {
  const word = (text: string) => ({ is: 'word', text, isNot: false }) as const
  const typed = ['Grey Har', 'take_0', 'can\'', '灯塔', '-', ''].map(text => halfTyped([word(text)]))
  expect(typed).toEqual(['har', '0', 'can', '塔', null, null])
  expect(halfTyped([word('sea'), { is: 'phrase', text: 'old har', isNot: false }])).toBeNull()
  expect(halfTyped([word('sea'), { is: 'word', text: 'old', isNot: true }])).toBe('sea')
})

it('the words that begin so find the same as the prefix', () => {
  const words = ['sea', 'seaside', 'Sea\'s', 'take_001.mp4', '灯塔在海边', '海边AI', 'sé', 'old', 'がぎ']
  const text = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 5 }).map(all => all.join(' '))
  fc.assert(fc.property(fc.array(text, { minLength: 1, maxLength: 6 }), text, fc.nat(), (texts, whole, length) => {
    db.exec('DELETE FROM texts')
    texts.forEach((each, at) => db.prepare('INSERT INTO texts (rowid, words) VALUES (?, ?)').run(at, segment(each)))
    const terms = [{ is: 'word', text: whole.slice(0, 1 + length % whole.length), isNot: false } as const]
    const beginning = halfTyped(terms)
    const indexed = db.prepare('SELECT DISTINCT term FROM texts_words').all().map(row => String(row.term))
    const endings = indexed.filter(term => beginning !== null && term.startsWith(beginning))
    const found = (match: string | null): unknown[] =>
      db.prepare('SELECT rowid FROM texts WHERE texts MATCH ? ORDER BY rowid').all(match ?? '""').map(row => row.rowid)
    expect(found(matchOf(terms, endings).match)).toEqual(found(matchOf(terms).match))
  }), { numRuns: 300 })
})

it('whatever is wanted and left out, SQLite accepts the query', () => {
  const term = fc.record({ is: fc.constantFrom('word' as const, 'phrase' as const), text: anyText, isNot: fc.boolean() })
  fc.assert(fc.property(fc.array(term), (terms) => {
    for (const expression of Object.values(matchOf(terms))) {
      if (expression !== null)
        db.prepare('SELECT rowid FROM texts WHERE texts MATCH ?').all(expression)
    }
  }))
})
