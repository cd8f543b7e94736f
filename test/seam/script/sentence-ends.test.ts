/** Sentences that are not cut at abbreviations, ordinals, initials and addresses, in the languages of the models. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { abbreviations, beforeNumbers } from '#rules/script/abbreviations.ts'
import { languageCode } from '#rules/script/language-code.ts'
import { sentencesOf as allSentencesOf, splitText } from '#rules/script/split-text.ts'
import { chatterboxLanguages, qwenLanguages } from '../../../src-main/service/catalogue/languages.ts'

/** Each sentence fits, two do not: the text is cut between all sentences, and nowhere else. */
function sentencesOf(sentences: readonly string[], language?: string): string[] {
  const longest = Math.max(...sentences.map(sentence => [...sentence].length))
  return splitText(sentences.join(' '), longest, language)
}

const whole: Readonly<Record<string, readonly string[]>> = {
  en: ['Sen. Hale met Lt. Moss at Marks Bros. Studio on Pier Four.', 'See No. 5 and fig. 12 on p. 30, e.g. Harbour maps of old.'],
  German: ['Hr. Meier kam am 3. Mai mit Fr. Dr. Vogel in die kalte Stadt.', 'Er blieb z.B. Ostern immer lange dort.'],
  es: ['La Sra. Ruiz llegó con el Dr. Gómez a la calle vieja del puerto.', 'Luego llovió sobre toda la ciudad.'],
  fr: ['Mme. Durand et M. Petit ont vu le Dr. Morel près de la vieille tour.', 'Puis il a plu sur toute la ville.'],
  it: ['Il sig. Rossi e la dott.ssa Bianchi aspettano il prof. Verdi.', 'Poi è piovuto su tutta la città.'],
  ru: ['Проф. Иванов и д-р Петров жили на ул. Гоголя, см. Приложение.', 'Потом пошёл дождь над всем городом.'],
  pl: ['Prof. Nowak i dr. Kowal mieszkają przy ul. Długiej obok portu.', 'Potem padał deszcz nad całym miastem.'],
  nl: ['Dhr. Bakker sprak met mevr. Visser over bijv. Amsterdam en de zee.', 'Daarna regende het in de hele stad.'],
  sv: ['Hr. Berg såg t.ex. Stockholm och prof. Lind vid den gamla hamnen.', 'Sedan regnade det över hela staden.'],
  da: ['Hr. Holm kom den 3. maj med frk. Bruun til den gamle by ved havet.', 'Så regnede det over hele byen.'],
  pt: ['O Sr. Silva e a Dra. Lima foram à av. Brasil perto do velho porto.', 'Depois choveu em toda a cidade.'],
  no: ['Hr. Berg kom den 3. mai med frk. Dahl til f.eks. Bergen ved havet.', 'Så regnet det over hele byen.'],
  fi: ['Hra. Virtanen ja prof. Laine tulivat 3. toukokuuta esim. Turkuun.', 'Sitten satoi koko kaupungissa.'],
  el: ['Ο κ. Παππάς και η δρ. Νικολάου μένουν στην οδ. Ερμού, βλ. Χάρτη.', 'Μετά έβρεξε σε όλη την πόλη.'],
  ms: ['En. Ahmad dan Pn. Siti bertemu Prof. Lim di Jln. Tun Razak malam.', 'Kemudian hujan turun di seluruh kota.'],
  sw: ['Bw. Juma na Bi. Asha walimwona Dkt. Mwangi karibu na Prof. Otieno.', 'Kisha mvua ilinyesha mjini kote.'],
  ar: ['وصل د. أحمد مع أ.د. محمود إلى الميناء القديم قبل غروب الشمس بقليل.', 'ثم هطل المطر على المدينة كلها.'],
  he: ['כתבו אל ת.ד. 12 בעיר הישנה ליד הנמל, ואמרו שבאתם מטעם המגדלור.', 'אחר כך ירד גשם על כל העיר.'],
  hi: ['डॉ. शर्मा और प्रो. वर्मा पुराने बंदरगाह पर पं. मिश्र से मिले थे।', 'फिर पूरे शहर में बारिश हुई।'],
  ko: ['배는 3.5노트로 왔고 www.example.kr 주소가 옆에 적혀 있었다.', '그리고 온 도시에 비가 내렸다.'],
  tr: ['Prof. Kaya ve Dr. Demir 3. Mayıs günü eski limanda buluştular.', 'Sonra bütün şehre yağmur yağdı.'],
}

it('every language of the speech models is among them, or has another full stop', () => {
  const codes = [...chatterboxLanguages.map(({ code }) => code), ...qwenLanguages.map(languageCode)].filter(code => code !== null)
  const tested = new Set(Object.keys(whole).map(languageCode))
  expect(codes.length).toBeGreaterThan(30)
  expect([...new Set(codes)].filter(code => !tested.has(code))).toEqual(['ja', 'zh'])
})

it.each([
  ['ja', '船は3.5ノットで来た。', 'それから雨が降った。'],
  ['zh', '船以3.5节的速度驶来。', '然后下起了雨。'],
])('%s', (language, first, second) => {
  expect(splitText(first + second, Math.max(first.length, second.length), language)).toEqual([first, second])
})

it.each(Object.entries(whole))('%s', (language, sentences) => {
  for (const sentence of sentences) {
    const following = 'Xxxxx xxxxx xxxxx xxxxx.'
    expect(sentencesOf([sentence, following], language)[0]).toBe(sentence)
  }
})

it('an address is never cut, whatever marks are in it', () => {
  expect(sentencesOf(['Look at https://example.org/a.b?c=d.e&f=g!h once more today.', 'Then go.'], 'en')).toEqual([
    'Look at https://example.org/a.b?c=d.e&f=g!h once more today.',
    'Then go.',
  ])
})

it.each([
  ['en', ['“You came back!” said Mara.', '“Did you?” she asked.', '“Yes.”', 'He nodded.', 'Then he said "Go!" and left.']],
  ['de', ['„Bist du da?“ fragte Mara.', '»Ja!« sagte er.', '»Gut.«', 'Er kam am 3. Mai.']],
  ['fr', ['« Tu es là ! » dit Mara.', 'Oui.']],
  ['ru', ['«Ты вернулся?» — спросила Мара.', 'Да.']],
  ['ja', ['「来たの？」と彼女は言った。', 'うん。']],
  ['zh', ['他说：“你来了。”', '她点头。']],
])('%s: who says it belongs to what is said', (language, sentences) => {
  const between = language === 'ja' || language === 'zh' ? '' : ' '
  expect(allSentencesOf(sentences.join(between), language)).toEqual(sentences)
})

it('sentences have all words, and none is only signs', () => {
  expect(allSentencesOf('Wait… “!” Yes. — No?\n\n  Well. …', 'en')).toEqual(['Wait… “!”', 'Yes. — No?', 'Well. …'])
  expect(allSentencesOf(' \n ', 'en')).toEqual([])
  expect(allSentencesOf('…', 'en')).toEqual(['…'])
})

it('a year, an ordinary word and a final abbreviation still end a sentence', () => {
  expect(sentencesOf(['Es war das Jahr 1945.', 'Danach kam der Mai.'], 'de')).toHaveLength(2)
  expect(sentencesOf(['She bought ropes, lamps, etc.', 'Then she left the shop.'], 'en')).toHaveLength(2)
  expect(sentencesOf(['I told you no.', 'Nobody listens to me.'], 'en')).toHaveLength(2)
})

it('pieces together are the text, with any abbreviations, languages and limits', () => {
  const words = fc.constantFrom(
    ...Object.values(abbreviations).flat().map(word => `${word}.`),
    ...beforeNumbers.map(word => `${word[0]?.toUpperCase()}${word.slice(1)}. 5`),
    ...['Harbour', 'rain?', 'yes!', '3. Mai', 'A. B. Hale', 'www.a.example?b=c.d', '“Stop.”', '。', '今天', '\n', '  '],
  )
  const language = fc.constantFrom(undefined, ...Object.keys(abbreviations), 'German', 'Auto', 'zh')
  fc.assert(fc.property(fc.array(words, { maxLength: 60 }), fc.integer({ min: 1, max: 90 }), language, (all, limit, spoken) => {
    const text = all.join(' ')
    const parts = splitText(text, limit, spoken)
    expect(parts.join('').replaceAll(/\s/gu, '')).toBe(text.replaceAll(/\s/gu, ''))
    expect(allSentencesOf(text, spoken).join('').replaceAll(/\s/gu, '')).toBe(text.replaceAll(/\s/gu, ''))
    let at = 0
    for (const part of parts) {
      const found = text.indexOf(part, at)
      expect(text.slice(at, found).trim()).toBe('')
      at = found + part.length
    }
    expect(text.slice(at).trim()).toBe('')
  }), { numRuns: 500 })
})

it('languages are known by code, with a region, and by name', () => {
  expect(['de', 'de-AT', 'pt_BR', 'German', 'chinese', 'Auto', '', 'not a language', undefined].map(languageCode))
    .toEqual(['de', 'de', 'pt', 'de', 'zh', null, null, null, null])
})
