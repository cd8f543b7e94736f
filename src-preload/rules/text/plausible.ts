/** How much a text looks like one that somebody wrote: whether its letters are frequent ones of one language, in words of one script and case. */
import type { Encoding } from './encodings.ts'

/** By how often they are met; the scripts have no cases or only lower case here. */
const frequent = {
  cyrillic: 'оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфёіїєјґљњћђџўъ',
  greek: 'αοιετνσηρπκμλςυδγωχθφβξζψ',
  hebrew: 'יוהלאתרשמבנםעדחקכפגצסטזןךףץ',
  arabic: 'اليمنوترهبدعفسكقحةجشصىخطضزءثغظذأإآئؤپچژگ',
  thai: 'านรก่อเง้มยลวัดทีิสตะปบค็หแจพ์ชขึืใไุูโผถธศซณภฟญฐษฉฏฝฮฤฬฆ๊๋ำ',
} as const
type Ordered = keyof typeof frequent
const placeIn = Object.fromEntries(Object.entries(frequent).map(([script, letters]) =>
  [script, new Map([...letters].map((letter, at) => [letter, 1 - 1.3 * at / letters.length]))])) as Record<Ordered, Map<string, number>>

/** Letters of one language besides those of English: a text has those of one. */
const western = ['àâæçèéêëîïôœùûüÿ', 'äöüß', 'áéíóúüñªº', 'áàâãçéêíóôõúü', 'àèéìòùî', 'åäöæøé', 'éëïóöüè', 'áðéíóúýþæö']
const languages: Partial<Record<Encoding, readonly string[]>> = {
  'windows-1252': western,
  'macintosh': western,
  'windows-1250': ['ąćęłńóśźż', 'áčďéěíňóřšťúůýžľĺŕäô', 'áéíóöőúüű', 'ăâîşţ', 'čćđšž'],
  'iso-8859-2': ['ąćęłńóśźż', 'áčďéěíňóřšťúůýžľĺŕäô', 'áéíóöőúüű', 'ăâîşţ', 'čćđšž'],
  'windows-1254': ['çğıöşüâîû'],
  'windows-1257': ['āčēģīķļņšūž', 'ąčęėįšųūž', 'äõöüšž'],
}
/** Letters that other languages than this have more often under the same numbers: Turkish is met more than Icelandic. */
const seldom = new Set('ðþý')

const commonHan = new Set('的一是不了在人有我他这個个們们中來来上大為为和國国地到以說说時时要就出會会可也你對对生能而子那得於于著着下自之年過过發发後后作裡里用道行所然家種种事成方多經经麼么去法學学如都同現现當当沒没動动面起看定天分還还進进好小部其些主樣样理心她本前開开但因只從从想實实日軍者意無无力它與与長长把機机十民第公此已工使情明性知全三又關关點点正業业外將将兩两高間间由問问很最重並并物手應应戰向頭头文體体政美相見见被利什二等產产或新己制身果加西斯月話话合回特代內内信表化老給给世位次度門门任常先海通教兒儿原東东聲声提立及比員水名真論论處处走義各入幾几口認认條平系氣气題活爾更別别打女變变四神總何電电數数安少報报才結反受目太量再感建務做接必場场件計管期市直命山金指許许區保至形社便空決治展馬马五眼書书非則则聽听白卻却界達光放強强即像難难且思王完設色路記记南品住告類求北邊边死張该該交萬万取望覺术領共傳師觀清今切讓让識候帶爭運誰谁請请嗎吗呢吧啊嗨喂燈灯彼何私僕君今日本人様方言見行来気思入出手前間後話声家')
const commonHangul = new Set('이다는을에가고지의하은로기도를사한나어리아그시자서인대수있라니여해들만오거보정부스일구누야안게면제주고')
const plainSigns = new Set('“”„‘’‚«»‹›…–—¿¡·•°§€£№©®™ªº½¼¾×÷±、。，．：；！？「」『』（）《》〈〉【】・ー〜～　♪♫ \u00A0\u200E\u200F،؟؛ـ״׳־')

const isUpper = (letter: string): boolean => letter !== letter.toLowerCase()
const isLower = (letter: string): boolean => letter !== letter.toUpperCase()
const isAsciiLetter = (letter: string): boolean => /^[a-z]$/i.test(letter)

/** From 1, each letter is a frequent one, to below 0; 0 where all of it is ASCII. Read as this encoding. */
export function plausibilityOf(text: string, encoding: Encoding): number {
  const letters = [...text]
  const latin = languages[encoding]
  const counted = new Map<string, number>()
  let sum = 0
  let count = 0
  for (const [at, letter] of letters.entries()) {
    if (letter <= '\u007F') {
      sum -= letter < ' ' && !'\t\n\v\f\r\u001A\u001B'.includes(letter) ? 2 : 0
      continue
    }
    count += 1
    const before = letters[at - 1] ?? ' '
    const after = letters[at + 1] ?? ' '
    // In one word, a capital after a small letter is another encoding of the same script.
    if (isUpper(letter) && /\p{L}/u.test(before) && isLower(before))
      sum -= 1
    // All in capitals is a little less likely.
    else if (isUpper(letter) && /\p{L}/u.test(before))
      sum -= 0.15
    if (latin && /\p{Script=Latin}/u.test(letter)) {
      counted.set(letter.toLowerCase(), (counted.get(letter.toLowerCase()) ?? 0) + 1)
      // Most letters of a word are those of English.
      sum -= before > '\u007F' && /\p{L}/u.test(before) ? 0.4 : 0
    }
    else {
      sum += valueOf(letter, before, after, encoding)
    }
  }
  if (latin && counted.size > 0)
    sum += Math.max(...latin.map(own => covered(counted, own)))
  return count === 0 ? 0 : sum / count
}

function covered(counted: ReadonlyMap<string, number>, own: string): number {
  let sum = 0
  for (const [letter, times] of counted)
    sum += times * (own.includes(letter) ? (seldom.has(letter) ? 0.85 : 1) : -0.5)
  return sum
}

function valueOf(letter: string, before: string, after: string, encoding: Encoding): number {
  if (plainSigns.has(letter))
    return 0.3
  const script = scriptOf(letter)
  if (script === null)
    return /\p{L}/u.test(before) && /\p{L}/u.test(after) ? -1 : /[\uFFFD\u0080-\u009F\p{Co}\p{Cn}]/u.test(letter) ? -2 : -0.5
  // A word has one script.
  const isMixed = (isAsciiLetter(before) || isAsciiLetter(after)) && script !== 'han' && script !== 'kana' && script !== 'hangul'
  return (isMixed ? -0.7 : 0) + valueIn(script, letter, encoding)
}

function valueIn(script: NonNullable<ReturnType<typeof scriptOf>>, letter: string, encoding: Encoding): number {
  switch (script) {
    // No other script has so few letters, all of them next to each other.
    case 'hebrew': return (placeIn.hebrew.get(letter) ?? -0.52) + 0.12
    case 'cyrillic':
    case 'arabic':
    case 'thai':
    case 'greek': return placeIn[script].get(plainLetter(letter)) ?? -0.4
    case 'hangul': return commonHangul.has(letter) ? 1 : 0.6
    case 'kana': return /^(?:shift_jis|euc-jp|iso-2022-jp|utf)/.test(encoding) ? 0.95 : -0.4
    case 'half-kana': return -0.3
    case 'han': return encoding === 'euc-kr' ? -0.3 : commonHan.has(letter) ? 1 : 0.3
    case 'latin': return encoding === 'windows-1258' ? 0.3 : encoding.startsWith('utf') ? 0.8 : -0.5
    default: return script satisfies never
  }
}

/** Without its accent. */
function plainLetter(letter: string): string {
  const small = letter.toLowerCase()
  return small === 'ё' || small === 'й' || small === 'ї' || small === 'ў' ? small : small.normalize('NFD').charAt(0)
}

function scriptOf(letter: string) {
  const point = letter.codePointAt(0) ?? 0
  if (!/[\p{L}\p{M}]/u.test(letter))
    return null
  if (point < 0x250 || (point >= 0x1E00 && point < 0x1F00))
    return 'latin' as const
  if (point >= 0x370 && point < 0x400)
    return 'greek' as const
  if (point >= 0x400 && point < 0x530)
    return 'cyrillic' as const
  if (point >= 0x590 && point < 0x600)
    return 'hebrew' as const
  if (point >= 0x600 && point < 0x700)
    return 'arabic' as const
  if (point >= 0xE00 && point < 0xE80)
    return 'thai' as const
  if (point >= 0x3040 && point < 0x3100)
    return 'kana' as const
  if (point >= 0xFF61 && point < 0xFFA0)
    return 'half-kana' as const
  if (point >= 0xAC00 && point < 0xD7A4)
    return 'hangul' as const
  return /\p{Script=Han}/u.test(letter) ? 'han' as const : null
}
