/** Texts from outside are read in the encoding that they were written in; one damaged letter is one damaged letter. */
import type { Encoding } from '#rules/text/encodings.ts'
import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeText } from '#rules/text/decode.ts'
import { decodeAs, encodings } from '#rules/text/encodings.ts'
import { encodeAs } from '../../kit/legacy-bytes.ts'

const written: readonly (readonly [Encoding, ...string[]])[] = [
  ['windows-1250', 'Światło w łodzi zgasło.', 'Kto tam jest? Gdzie są wszyscy?'],
  ['windows-1250', 'Příliš žluťoučký kůň.', 'Kdo je tam?'],
  ['windows-1250', 'Ki van ott? Őrület, hogy tűz van.', 'A fény még ég.'],
  ['windows-1250', 'Mulţumesc foarte mult.', 'Ce faci în seara asta?'],
  ['iso-8859-2', 'Światło w łodzi zgasło.', 'Gdzie są wszyscy?'],
  ['windows-1251', 'Маяк ещё горит.', 'Кто там?'],
  ['windows-1251', 'Хто там? Її човен ще є.', 'Світло горить.'],
  ['windows-1251', 'Благодаря ви много.', 'Къде сте?'],
  ['windows-1251', 'МАЯК ЕЩЁ ГОРИТ.', 'КТО ТАМ?'],
  ['windows-1252', 'Où est le phare ?', 'Déjà vu, mon élève.'],
  ['windows-1252', '¿Quién está ahí?', 'La niña duerme.'],
  ['windows-1252', 'Wer ist da? Das Licht ist schön grün.', 'Größe'],
  ['windows-1252', 'Não é a razão, João.', 'Ação!'],
  ['windows-1252', 'På øya brenner lyset.', 'Hvem er der?'],
  ['windows-1252', '– J’ai mangé.', '“Où ?”'],
  ['windows-1253', 'Ο φάρος ανάβει ακόμα.', 'Ποιος είναι εκεί;'],
  ['windows-1254', 'Işık hâlâ yanıyor.', 'Orada kim var? Gün doğuyor.'],
  ['windows-1255', 'האור עדיין דולק.', 'מי שם?'],
  ['windows-1255', 'שלום עולם', 'מה שלומך? אני בסדר.'],
  ['windows-1256', 'المنارة ما زالت مضيئة.', 'من هناك؟'],
  ['windows-1257', 'Ačiū už viską.', 'Švyturys dar šviečia.'],
  ['windows-874', 'ประภาคารยังสว่างอยู่', 'ใครอยู่ที่นั่น'],
  ['koi8-u', 'Маяк ещё горит.', 'Кто там?'],
  ['ibm866', 'Маяк ещё горит.', 'Кто там?'],
  ['shift_jis', '灯台はまだ光っている。', 'そこにいるのは誰だ?'],
  ['euc-jp', '灯台はまだ光っている。', 'そこにいるのは誰だ?'],
  ['euc-kr', '등대는 아직 빛나고 있다.', '거기 누구야?'],
  ['big5', '燈塔還亮著。', '誰在那裡?'],
  ['big5', '海邊的漁夫們回家了。', '天色已晚，風很大。'],
  ['gb18030', '灯塔的光还在。', '谁在那里?'],
  ['gb18030', '渔夫们回家了。', '天色已晚，风很大。'],
  ['macintosh', 'Où est le phare ?', 'Déjà vu, mon élève.'],
  ['macintosh', 'Das Licht ist schön grün.', 'Größe'],
  ['utf-16le', '灯塔的光还在。', '谁在那里?'],
  ['utf-16be', '灯塔的光还在。', '谁在那里?'],
  ['utf-16le', 'Où est le phare ?', 'Ici.'],
  ['utf-8', 'Маяк ещё горит.', 'Кто там?'],
]
function cuesSaying(rows: readonly string[]): string {
  return rows.map((row, at) =>
    `${at + 1}\n00:00:0${at * 3 + 1},000 --> 00:00:0${at * 3 + 3},000\n${row}\n`).join('\n')
}

describe('the encoding of a short text', () => {
  it.each(written.map(([encoding, ...rows]) => ({ encoding, rows })))('$encoding is found: $rows', ({ encoding, rows }) => {
    for (const text of [cuesSaying(rows), rows.join('\n')])
      expect(decodeText(encodeAs(text, encoding))).toEqual({ text, encoding: expect.any(String) as string, damaged: 0 })
  })

  it('is told by a mark, which is left out', () => {
    for (const encoding of ['utf-8', 'utf-16le', 'utf-16be'] as const)
      expect(decodeText(encodeAs('\uFEFFÇa.', encoding))).toEqual({ text: 'Ça.', encoding, damaged: 0 })
  })

  it('is that of its escapes', () => {
    const bytes = Buffer.from('\x1B$B$3$s$K$A$O\x1B(B!', 'latin1')
    expect(decodeText(bytes)).toEqual({ text: 'こんにちは!', encoding: 'iso-2022-jp', damaged: 0 })
  })

  it('is found behind a long beginning in English', () => {
    const english = 'The lighthouse is still burning.\n'.repeat(2000)
    expect(decodeText(encodeAs(`${english}Маяк ещё горит. Кто там?\n`, 'windows-1251'))).toMatchObject({ encoding: 'windows-1251' })
  })

  it('may be another: then that one is read', () => {
    expect(decodeText(encodeAs('Маяк', 'windows-1251'), 'koi8-u').text).not.toBe('Маяк')
    expect(decodeText(encodeAs('Маяк', 'windows-1251'), 'windows-1251').text).toBe('Маяк')
  })
})

describe('damage', () => {
  it('of one byte is one bad letter, in whatever place', () => {
    const text = '灯塔的光还在。谁在那里？'
    fc.assert(fc.property(fc.nat({ max: Buffer.byteLength(text) }), fc.constantFrom(0xFF, 0x80, 0xC0), (at, byte) => {
      const bytes = Buffer.from(text)
      const whole = at - at % 3
      const damaged = Buffer.concat([bytes.subarray(0, whole), Buffer.from([byte]), bytes.subarray(whole)])
      expect(decodeText(damaged)).toEqual({
        text: `${bytes.subarray(0, whole).toString()}\uFFFD${bytes.subarray(whole).toString()}`,
        encoding: 'utf-8',
        damaged: 1,
      })
    }))
  })

  it('of any kind throws nothing, in any encoding, and keeps what is ASCII', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), fc.constantFrom(...encodings), (bytes, encoding) => {
      expect(decodeAs(bytes, encoding)).toBeTypeOf('string')
      expect(decodeText(bytes).encoding).toBeTypeOf('string')
    }))
    fc.assert(fc.property(fc.string({ unit: 'grapheme-ascii' }), (text) => {
      expect(decodeText(Buffer.from(text))).toEqual({ text, encoding: 'utf-8', damaged: 0 })
    }))
  })
})
