/** The language of a text: of each language of the models, and no guess where it is not clear. */
import { eld } from 'eld/small'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { detectedLanguage as detected } from '#rules/script/detect-language.ts'

const detectedLanguage = (text: string): string | null => detected(text, eld)

const texts = {
  en: 'The lighthouse keeper had not seen a ship for thirty winters, and he did not miss them.',
  de: 'Der Leuchtturmwärter hatte seit dreißig Wintern kein Schiff gesehen, und er vermisste sie nicht.',
  es: 'El farero no había visto un barco en treinta inviernos, y no los echaba de menos.',
  fr: 'Le gardien du phare n’avait pas vu un navire depuis trente hivers, et ils ne lui manquaient pas.',
  it: 'Il guardiano del faro non vedeva una nave da trenta inverni, e non ne sentiva la mancanza.',
  pt: 'O faroleiro não via um navio há trinta invernos, e não sentia falta deles.',
  nl: 'De vuurtorenwachter had al dertig winters geen schip gezien, en hij miste ze niet.',
  da: 'Fyrpasseren havde ikke set et skib i tredive vintre, og han savnede dem ikke.',
  sv: 'Fyrvaktaren hade inte sett ett fartyg på trettio vintrar, och han saknade dem inte.',
  fi: 'Majakanvartija ei ollut nähnyt laivaa kolmeenkymmeneen talveen, eikä hän kaivannut niitä.',
  pl: 'Latarnik od trzydziestu zim nie widział żadnego statku i wcale za nimi nie tęsknił.',
  ru: 'Смотритель маяка не видел кораблей тридцать зим, и он по ним не скучал.',
  tr: 'Deniz feneri bekçisi otuz kış boyunca hiç gemi görmemişti ve onları özlemiyordu.',
  ms: 'Penjaga rumah api itu tidak pernah melihat sebuah kapal selama tiga puluh musim sejuk, dan dia tidak merinduinya.',
  ar: 'لم ير حارس المنارة سفينة منذ ثلاثين شتاء، ولم يشتق إليها أبدا.',
  he: 'שומר המגדלור לא ראה אונייה זה שלושים חורפים, והוא לא התגעגע אליהן.',
  hi: 'प्रकाशस्तंभ के रखवाले ने तीस सर्दियों से कोई जहाज नहीं देखा था, और उसे उनकी याद नहीं आती थी।',
  ja: '灯台守は三十の冬のあいだ一隻の船も見ていなかったし、恋しいとも思わなかった。',
  ko: '등대지기는 서른 번의 겨울 동안 배를 한 척도 보지 못했고, 그리워하지도 않았다.',
  zh: '灯塔看守人三十个冬天没有见过一艘船，他也不想念它们。',
  el: 'Ο φαροφύλακας δεν είχε δει πλοίο για τριάντα χειμώνες, και δεν του έλειπαν.',
} as const

describe('the language of a text', () => {
  it.each(Object.entries(texts))('%s', (language, text) => {
    expect(detectedLanguage(text)).toBe(language)
    expect(detectedLanguage(`${text}\n`.repeat(200))).toBe(language)
  })

  it.each(['', 'Yes.', 'MARA: OK.', '好。', '12 345 — 67', '…', 'No! No! No!'])('is not guessed of %s', (text) => {
    expect(detectedLanguage(text)).toBeNull()
  })

  it('is told of a short text where its letters say it', () => {
    expect(['東京駅に着いた。', '你好，世界。', '안녕하세요'].map(detectedLanguage)).toEqual(['ja', 'zh', 'ko'])
  })

  it('is not guessed of a text of two, in any order and length', () => {
    // Where one has four times as many letters as the other, it is the language of the text.
    const both = fc.uniqueArray(fc.constantFrom(...Object.values(texts)), { minLength: 2, maxLength: 2 })
      .filter(([one = '', other = '']) => Math.max(one.length, other.length) < Math.min(one.length, other.length) * 3)
    fc.assert(fc.property(both, fc.integer({ min: 1, max: 40 }), ([one = '', other = ''], times) => {
      const text = [one, other].map(words => `${words}\n`.repeat(times)).join('')
      expect(detectedLanguage(text)).toBeNull()
    }), { numRuns: 60 })
  })
})
