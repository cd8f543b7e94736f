/** Numbers as they are said in Chinese, Japanese and Korean. */

const han = [...'零一二三四五六七八九']
const sinoKorean = [...'영일이삼사오육칠팔구']

interface Places {
  readonly digits: readonly string[]
  readonly small: readonly string[]
  readonly large: readonly string[]
  /** Whether the one of *one hundred* is said. */
  readonly says: 'one' | 'no-one'
}

const chinesePlaces: Places = { digits: han, small: ['', '十', '百', '千'], large: ['', '万', '亿', '兆'], says: 'one' }
const japanesePlaces: Places = { digits: han, small: ['', '十', '百', '千'], large: ['', '万', '億', '兆'], says: 'no-one' }
const koreanPlaces: Places = { digits: sinoKorean, small: ['', '십', '백', '천'], large: ['', '만', '억', '조'], says: 'no-one' }

function group(n: number, { digits, small, says }: Places): string {
  let [text, hadZero] = ['', false]
  for (let place = 3; place >= 0; place--) {
    const digit = Math.floor(n / 10 ** place) % 10
    if (digit === 0) {
      hadZero = text !== ''
      continue
    }
    const name = digit === 1 && says === 'no-one' && place > 0 ? '' : digits[digit]!
    text += (hadZero && says === 'one' ? digits[0]! : '') + name + small[place]!
    hadZero = false
  }
  return text
}

function byGroups(n: number, places: Places): string {
  if (n === 0)
    return places.digits[0]!
  let text = ''
  for (let place = 3; place >= 0; place--) {
    const part = Math.floor(n / 10_000 ** place) % 10_000
    if (part === 0)
      continue
    const isAfterGap = places.says === 'one' && text !== '' && part < 1000
    const name = part === 1 && place === 1 && places.says === 'no-one' && places.digits === sinoKorean ? '' : group(part, places)
    text += (isAfterGap ? places.digits[0]! : '') + name + places.large[place]!
  }
  return text
}

export function chinese(n: number): string[] {
  const usual = byGroups(n, chinesePlaces)
  const short = usual.startsWith('一十') ? [usual.slice(1)] : []
  const withTwo = usual.replaceAll(/二(?=[百千万亿])/g, '两')
  return [usual, ...short, withTwo, ...n === 2 ? ['两'] : []]
}

export const japanese = (n: number): string[] => [byGroups(n, japanesePlaces)]

const nativeUnits = ['', '하나', '둘', '셋', '넷', '다섯', '여섯', '일곱', '여덟', '아홉']
const nativeCounters = ['', '한', '두', '세', '네', '다섯', '여섯', '일곱', '여덟', '아홉']
const nativeTens = ['', '열', '스물', '서른', '마흔', '쉰', '예순', '일흔', '여든', '아흔']

export function korean(n: number): string[] {
  const own = n > 0 && n < 100
    ? [nativeUnits, nativeCounters].map(units =>
        (n === 20 && units === nativeCounters ? '스무' : nativeTens[Math.floor(n / 10)]!) + units[n % 10]!)
    : []
  return [byGroups(n, koreanPlaces), ...own, ...n === 0 ? ['공'] : []]
}

/** Digit by digit; a one in a row of digits has a name of its own. */
export function eachChinese(digits: string): string[] {
  const said = eachDigit(digits, 'zh')
  return said.includes('一') ? [said, said.replaceAll('一', '幺')] : [said]
}

/** Digit by digit, as years and telephone numbers are said. */
export function eachDigit(digits: string, language: 'zh' | 'ja' | 'ko'): string {
  const names = language === 'ko' ? sinoKorean : han
  return Array.from(digits, digit => names[Number(digit)]!).join('')
}
