/** Numbers of a line and of what was heard: right ones in any way to say them are not accused, and other numbers are told. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareHeard } from '#rules/listening/compare.ts'

describe('numbers that were said right', () => {
  it.for([
    ['en', 'It is -5 degrees.', 'It is minus five degrees.'],
    ['en', 'It is -5 degrees.', 'It is minus 5 degrees.'],
    ['en', 'It is -5 degrees.', 'It is negative five degrees.'],
    ['en', 'It costs 1,234 dollars.', 'It costs 1.234 dollars.'],
    ['en', '2.5 percent', '2,5 percent'],
    ['en', 'At 10:30 we go.', 'At 1030 we go.'],
    ['en', 'Call 555-1234.', 'Call 5551234.'],
    ['en', 'It costs $3.50.', 'It costs 3.50 dollars.'],
    ['en', 'It costs $3.50.', 'It costs three dollars and fifty cents.'],
    ['en', '3.5 million people', '3,500,000 people'],
    ['en', 'It costs $1.5 million.', 'It costs 1.5 million dollars.'],
    ['en', 'Pages 3-5.', 'Pages 3 to 5.'],
    ['en', 'Pages 3-5.', 'Pages three through five.'],
    ['en', '1/2 cup', 'half a cup'],
    ['en', 'in 1 March 2020', 'in March 1, 2020'],
    ['zh', '现在3:30。', '现在三点三十分。'],
    ['zh', '现在8:05。', '现在八点零五分。'],
    ['zh', '现在3:30。', '现在三点半。'],
    ['zh', '3/4的人', '四分之三的人'],
    ['zh', '1/2的人', '二分之一的人'],
    ['zh', '今天-5度。', '今天零下五度。'],
    ['zh', '一共￥100。', '一共一百元。'],
    ['zh', '一共¥99.50。', '一共九十九元五角。'],
    ['zh', '重5kg。', '重五公斤。'],
    ['zh', '重5kg。', '重五千克。'],
    ['zh', '长3m。', '长三米。'],
    ['zh', '请拨110。', '请拨幺幺零。'],
    ['zh', '电话13800138000。', '电话幺三八零零幺三八零零零。'],
    ['zh', '比分3-2。', '比分三比二。'],
    ['de', 'Er fuhr 100 km/h.', 'Er fuhr hundert Kilometer pro Stunde.'],
    ['de', 'Am 3.5. kam er.', 'Am dritten Fünften kam er.'],
    ['de', 'Am 03.05.2020 kam er.', 'Am dritten Mai zweitausendzwanzig kam er.'],
    ['de', 'Es sind 5 m² groß.', 'Es sind fünf Quadratmeter groß.'],
    ['de', '1/2 Liter Milch', 'ein halber Liter Milch'],
    ['de', 'Die 20er Jahre.', 'Die zwanziger Jahre.'],
    ['de', '1,5 Millionen Euro', 'anderthalb Millionen Euro'],
    ['en', 'He drove 100 km/h.', 'He drove a hundred kilometers per hour.'],
  ] as const)('are not accused: %s | %s | %s', ([language, text, heard]) => {
    expect(compareHeard(text, heard, { language })).toEqual([])
  })
})

describe('other numbers', () => {
  it.for([
    ['en', 'The rate is 3.5%.', 'The rate is 35%.'],
    ['en', 'It costs $3.50.', 'It costs $350.'],
    ['en', 'Take 1.25 mg.', 'Take 12.5 mg.'],
    ['en', 'Take 1.25 mg.', 'Take 125 mg.'],
    ['en', 'Version 1.10 is out.', 'Version 11.0 is out.'],
    ['en', 'Add 1/2 cup.', 'Add 12 cup.'],
    ['en', 'Pages 3-5.', 'Pages 35.'],
    ['en', 'It is -5 degrees.', 'It is 5 degrees.'],
    ['de', 'Es kostet 3,50 €.', 'Es kostet 350 €.'],
    ['de', '2,5 Prozent sind es.', '25 Prozent sind es.'],
    ['de', 'Es sind -5 Grad.', 'Es sind 5 Grad.'],
    ['zh', '利率是2.5%。', '利率是25%。'],
    ['zh', '他有3.5元', '他有35元'],
  ] as const)('are told: %s | %s | %s', ([language, text, heard]) => {
    expect(compareHeard(text, heard, { language })).not.toEqual([])
  })

  it('are told wherever a decimal mark is', () => {
    const digits = fc.stringMatching(/^[1-9]\d{0,3}$/)
    fc.assert(fc.property(digits, fc.stringMatching(/^\d{1,2}[1-9]?$/), fc.constantFrom('.', ','), (whole, part, mark) => {
      fc.pre(part.length !== 3 && Number(part) > 0)
      const say = (number: string) => compareHeard('It is N now.'.replace('N', `${whole}${mark}${part}`), `It is ${number} now.`, { language: 'en' })
      expect(say(`${whole}${part}`)).not.toEqual([])
      expect(say(`${whole}${mark === '.' ? ',' : '.'}${part}`)).toEqual([])
    }))
  })
})
