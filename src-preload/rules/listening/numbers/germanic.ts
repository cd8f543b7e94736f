/** Numbers as they are said in English, German and Dutch, in every way that is usual. Written without spaces: letters are compared. */

const split = (words: string): string[] => words.split(' ')

const en = {
  small: [
    ...split('zero one two three four five six seven eight nine'),
    ...split('ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'),
  ],
  tens: split('- - twenty thirty forty fifty sixty seventy eighty ninety'),
}
const irregular = new Map([
  ...[['one', 'first'], ['two', 'second'], ['three', 'third'], ['five', 'fifth'], ['eight', 'eighth']] as const,
  ...[['nine', 'ninth'], ['twelve', 'twelfth']] as const,
])

/** Each with and without *and*. */
export function english(n: number): string[] {
  if (n < 20)
    return [en.small[n]!]
  if (n < 100)
    return [en.tens[Math.floor(n / 10)]! + (n % 10 === 0 ? '' : en.small[n % 10]!)]
  if (n < 1000) {
    const heads = Math.floor(n / 100) === 1 ? ['onehundred', 'ahundred'] : [`${en.small[Math.floor(n / 100)]!}hundred`]
    return n % 100 === 0 ? heads : heads.flatMap(head => english(n % 100).flatMap(rest => [`${head}and${rest}`, head + rest]))
  }
  const [unit, name] = n < 1e6 ? [1000, 'thousand'] : n < 1e9 ? [1e6, 'million'] : n < 1e12 ? [1e9, 'billion'] : [1e12, 'trillion']
  const count = Math.floor(n / unit)
  const heads = [...english(count).map(each => each + name), ...count === 1 ? [`a${name}`] : []]
  const rest = n % unit
  const withRest = (head: string): string[] =>
    english(rest).flatMap(each => rest < 100 ? [`${head}and${each}`, head + each] : [head + each])
  return rest === 0 ? heads : heads.flatMap(withRest)
}

/** As years, and other numbers of four digits, are said in pairs. */
export function englishPairs(n: number): string[] {
  const [head, tail] = [Math.floor(n / 100), n % 100]
  if (n < 1000 || n > 9999 || n % 1000 === 0)
    return n >= 110 && n < 1000 && tail > 9 ? english(head).map(each => each + english(tail)[0]!) : []
  const first = english(head)[0]!
  if (tail === 0)
    return [`${first}hundred`]
  const last = english(tail)[0]!
  return [tail < 10 ? `${first}oh${last}` : first + last, `${first}hundredand${last}`]
}

export function englishOrdinal(cardinal: string): string {
  for (const [one, ordinal] of irregular) {
    if (cardinal.endsWith(one) && !cardinal.endsWith('eighteen'))
      return cardinal.slice(0, -one.length) + ordinal
  }
  return cardinal.endsWith('y') ? `${cardinal.slice(0, -1)}ieth` : `${cardinal}th`
}

/** *nineteen twenties*, *the sixties*. */
export function englishDecade(cardinal: string): string {
  return cardinal.endsWith('y') ? `${cardinal.slice(0, -1)}ies` : `${cardinal}s`
}

interface Inverted {
  readonly small: readonly string[]
  readonly tens: readonly string[]
  readonly and: string
  readonly one: string
  readonly hundred: string
  readonly thousand: string
  readonly million: readonly [string, string]
}

const de: Inverted = {
  small: [
    ...split('null eins zwei drei vier funf sechs sieben acht neun'),
    ...split('zehn elf zwolf dreizehn vierzehn funfzehn sechzehn siebzehn achtzehn neunzehn'),
  ],
  tens: split('- - zwanzig dreissig vierzig funfzig sechzig siebzig achtzig neunzig'),
  ...{ and: 'und', one: 'ein', hundred: 'hundert', thousand: 'tausend', million: ['million', 'millionen'] },
}
const nl: Inverted = {
  small: [
    ...split('nul een twee drie vier vijf zes zeven acht negen'),
    ...split('tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien'),
  ],
  tens: split('- - twintig dertig veertig vijftig zestig zeventig tachtig negentig'),
  ...{ and: 'en', one: 'een', hundred: 'honderd', thousand: 'duizend', million: ['miljoen', 'miljoen'] },
}

function inverted(n: number, by: Inverted): string[] {
  if (n < 20)
    return [by.small[n]!]
  if (n < 100) {
    const ten = by.tens[Math.floor(n / 10)]!
    return [n % 10 === 0 ? ten : (n % 10 === 1 ? by.one : by.small[n % 10]!) + by.and + ten]
  }
  const [unit, name] = n < 1000 ? [100, by.hundred] : n < 1e6 ? [1000, by.thousand] : [1e6, by.million[n < 2e6 ? 0 : 1]]
  const count = Math.floor(n / unit)
  const counts = count === 1 ? ['', by.one, `${by.one}e`] : inverted(count, by)
  const rest = n % unit
  return counts.flatMap(each => rest === 0
    ? [each + name]
    : inverted(rest, by).flatMap(tail => [each + name + tail, ...rest < 100 ? [each + name + by.and + tail] : []]))
}

export function german(n: number): string[] {
  const others = n === 1 ? ['ein', 'eine', 'einen', 'einem', 'einer', 'eines'] : n === 2 ? ['zwo'] : []
  return [...inverted(n, de), ...others]
}
export const dutch = (n: number): string[] => inverted(n, nl)

/** Years before 2000: *neunzehnhundertvierundachtzig*. */
export function hundreds(n: number, language: 'de' | 'nl'): string[] {
  const by = language === 'de' ? de : nl
  if (n < 1100 || n > 1999)
    return []
  const head = inverted(Math.floor(n / 100), by)[0]!
  const tail = n % 100 === 0 ? '' : inverted(n % 100, by)[0]!
  return [head + by.hundred + tail, ...language === 'nl' && tail !== '' ? [head + tail] : []]
}

export function germanOrdinals(n: number): string[] {
  const [cardinal] = inverted(n, de)
  const stem = new Map([[1, 'erst'], [3, 'dritt'], [7, 'siebt'], [8, 'acht']]).get(n) ?? `${cardinal!}${n < 20 ? 't' : 'st'}`
  return ['e', 'en', 'er', 'es', 'em'].map(end => stem + end)
}

export function dutchOrdinals(n: number): string[] {
  const [cardinal] = inverted(n, nl)
  const known = new Map([[1, 'eerste'], [3, 'derde'], [8, 'achtste']]).get(n)
  return [known ?? `${cardinal!}${n < 20 ? 'de' : 'ste'}`]
}
