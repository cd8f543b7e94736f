/**
 * Whose forms Chinese characters have. Unicode gives one code to what is drawn otherwise in China, in Taiwan and Hong Kong, and in Japan:
 * the language says which is meant, and where it does not, the letters around do.
 */

// The page and main both have it; the rules know neither.
declare const TextDecoder: new (label: string) => { decode: (bytes: Uint8Array) => string }

/** Simplified Chinese, traditional Chinese, Japanese. */
export type HanForms = 'simplified' | 'traditional' | 'japanese'

const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/gu
const han = /\p{Script=Han}/gu
/** Read when they are first asked for. */
let standards: Readonly<Record<'traditional' | 'simplified', ReadonlySet<number>>> | null = null

/** By a tag of BCP 47; null where it says neither, as plain `zh` does. */
export function formsOfLanguage(language: string): HanForms | null {
  const [tongue = '', ...rest] = language.toLowerCase().split('-')
  if (tongue === 'ja' || tongue === 'jpn')
    return 'japanese'
  if (!['zh', 'zho', 'chi', 'cmn', 'yue', 'lzh', 'nan', 'hak'].includes(tongue))
    return null
  if (rest.includes('hant'))
    return 'traditional'
  if (rest.includes('hans'))
    return 'simplified'
  if (rest.some(part => ['tw', 'hk', 'mo'].includes(part)))
    return 'traditional'
  return rest.some(part => ['cn', 'sg', 'my'].includes(part)) ? 'simplified' : tongue === 'yue' ? 'traditional' : null
}

/** By its letters: kana, or characters that only one of the two standards of Chinese has. Null where they do not tell. */
export function formsOfText(text: string): HanForms | null {
  const characters = text.match(han) ?? []
  const ofKana = text.match(kana)?.length ?? 0
  if (characters.length + ofKana === 0)
    return null
  // A brand or a name of a Chinese text may have a の.
  if (ofKana > 0 && ofKana * 8 >= characters.length)
    return 'japanese'
  standards ??= { traditional: big5(), simplified: gb2312() }
  const { traditional, simplified } = standards
  let balance = 0
  for (const character of characters) {
    const code = character.codePointAt(0)!
    balance += Number(traditional.has(code)) - Number(simplified.has(code))
  }
  return balance === 0 ? null : balance > 0 ? 'traditional' : 'simplified'
}

/** ASCII and the characters of JIS X 0208, which every Japanese font has. The Chinese font has the rarer ones. */
export function japaneseStandard(): ReadonlySet<number> {
  return withAscii(decoded('euc-jp', [0xA1, 0xFE], [[0xA1, 0xFE]]))
}

/** What is between the characters: points, kana, bopomofo, wide letters. */
const beside = [
  ...[[0x2018, 0x201A], [0x201C, 0x201E], [0x2025, 0x2027], [0x3000, 0x303F], [0x3041, 0x3096], [0x3099, 0x30FF], [0x3105, 0x312F]],
  ...[[0x31A0, 0x31BB], [0xFE30, 0xFE4F], [0xFF01, 0xFF5E], [0xFFE0, 0xFFE6]],
]

/** The same of traditional Chinese: the characters of Big5, which programs read alike, and what is between them. */
export function traditionalStandard(): ReadonlySet<number> {
  const between = beside.flatMap(([from = 0, until = 0]) => Array.from({ length: until - from + 1 }, (_, at) => from + at))
  return withAscii(new Set([...big5(), ...between]))
}

/** Both levels of characters; without the additions of Hong Kong, which have simplified ones, and what programs read differently. */
function big5(): ReadonlySet<number> {
  const trails = [[0x40, 0x7E], [0xA1, 0xFE]] as const
  const first = [...decoded('big5', [0xA4, 0xC5], trails), ...decoded('big5', [0xC6, 0xC6], [[0x40, 0x7E]])]
  return new Set([...first, ...decoded('big5', [0xC9, 0xF8], trails)])
}

function gb2312(): ReadonlySet<number> {
  return decoded('gbk', [0xB0, 0xF7], [[0xA1, 0xFE]])
}

type Span = readonly [first: number, last: number]

function decoded(label: string, [first, last]: Span, trails: readonly Span[]): Set<number> {
  const decoder = new TextDecoder(label)
  const all = new Set<number>()
  for (let lead = first; lead <= last; lead++) {
    for (const [from, until] of trails) {
      for (let trail = from; trail <= until; trail++) {
        const [character = '', ...more] = decoder.decode(new Uint8Array([lead, trail]))
        if (more.length === 0 && character !== '\uFFFD')
          all.add(character.codePointAt(0)!)
      }
    }
  }
  return all
}

function withAscii(codes: ReadonlySet<number>): ReadonlySet<number> {
  return new Set([...codes, ...Array.from({ length: 0x5F }, (_, index) => 0x20 + index)])
}
