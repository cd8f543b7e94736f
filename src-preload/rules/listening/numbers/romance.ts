/** Numbers as they are said in French, Spanish, Italian and Portuguese. Written without spaces and accents: letters are compared. */

const split = (words: string): string[] => words.split(' ')

const fr = {
  small: split('zero un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dixsept dixhuit dixneuf'),
  tens: split('- - vingt trente quarante cinquante soixante soixante quatrevingt quatrevingt'),
}

/** *cent* and *vingt* without the s that is not heard. */
export function french(n: number): string[] {
  if (n < 20)
    return n === 1 ? ['un', 'une'] : [fr.small[n]!]
  if (n < 100) {
    const ten = Math.floor(n / 10)
    const rest = n - 10 * ([7, 9].includes(ten) ? ten - 1 : ten)
    const head = fr.tens[ten]!
    if (rest === 0)
      return [head]
    return french(rest).flatMap(each => rest === 1 || (ten === 7 && rest === 11) ? [`${head}et${each}`, head + each] : [head + each])
  }
  const [unit, name] = n < 1000 ? [100, 'cent'] : n < 1e6 ? [1000, 'mille'] : [1e6, n < 2e6 ? 'million' : 'millions']
  const count = Math.floor(n / unit)
  const heads = count === 1 && unit < 1e6 ? [name] : french(count).map(each => each + name)
  const rest = n % unit
  return rest === 0 ? heads : heads.flatMap(head => french(rest).map(each => head + each))
}

export function frenchOrdinals(n: number): string[] {
  if (n === 1)
    return ['premier', 'premiere']
  const stem = french(n)[0]!.replace(/e$/, '').replace(/cinq$/, 'cinqu').replace(/neuf$/, 'neuv')
  return [`${stem}ieme`, ...n === 2 ? ['second', 'seconde'] : []]
}

const es = {
  small: [
    ...split('cero uno dos tres cuatro cinco seis siete ocho nueve'),
    ...split('diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve'),
    ...split('veinte veintiuno veintidos veintitres veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve'),
  ],
  tens: split('- - - treinta cuarenta cincuenta sesenta setenta ochenta noventa'),
  hundreds: split('- ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos'),
}

export function spanish(n: number): string[] {
  if (n < 30)
    return n % 10 === 1 && n !== 11 ? [es.small[n]!, es.small[n]!.slice(0, -1), `${es.small[n]!.slice(0, -1)}a`] : [es.small[n]!]
  if (n < 100)
    return n % 10 === 0 ? [es.tens[Math.floor(n / 10)]!] : spanish(n % 10).map(each => `${es.tens[Math.floor(n / 10)]!}y${each}`)
  if (n === 100)
    return ['cien', 'ciento']
  if (n < 1000) {
    const head = es.hundreds[Math.floor(n / 100)]!
    const heads = [head, head.replace(/os$/, 'as')]
    return n % 100 === 0 ? heads : heads.flatMap(each => spanish(n % 100).map(rest => each + rest))
  }
  const [unit, name] = n < 1e6 ? [1000, 'mil'] : [1e6, n < 2e6 ? 'millon' : 'millones']
  const count = Math.floor(n / unit)
  const heads = count === 1 ? (unit === 1000 ? ['mil'] : ['unmillon']) : spanish(count).map(each => each + name)
  return n % unit === 0 ? heads : heads.flatMap(head => spanish(n % unit).map(rest => head + rest))
}

const it = {
  small: [
    ...split('zero uno due tre quattro cinque sei sette otto nove'),
    ...split('dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove'),
  ],
  tens: split('- - venti trenta quaranta cinquanta sessanta settanta ottanta novanta'),
}

export function italian(n: number): string[] {
  if (n < 20)
    return n === 1 ? ['uno', 'un', 'una'] : [it.small[n]!]
  if (n < 100) {
    const ten = it.tens[Math.floor(n / 10)]!
    const head = n % 10 === 1 || n % 10 === 8 ? ten.slice(0, -1) : ten
    return n % 10 === 0 ? [ten] : [head + it.small[n % 10]!, ...n % 10 === 1 ? [`${head}un`] : []]
  }
  const [unit, one, many] = n < 1000 ? [100, 'cento', 'cento'] : n < 1e6 ? [1000, 'mille', 'mila'] : [1e6, 'unmilione', 'milioni']
  const count = Math.floor(n / unit)
  const heads = count === 1 ? [one] : italian(count).map(each => each + many)
  return n % unit === 0 ? heads : heads.flatMap(head => italian(n % unit).map(rest => head + rest))
}

const pt = {
  small: [
    ...split('zero um dois tres quatro cinco seis sete oito nove'),
    ...split('dez onze doze treze quatorze quinze dezesseis dezessete dezoito dezenove'),
  ],
  tens: split('- - vinte trinta quarenta cinquenta sessenta setenta oitenta noventa'),
  hundreds: split('- cento duzentos trezentos quatrocentos quinhentos seiscentos setecentos oitocentos novecentos'),
}
const asInPortugal = new Map([[14, 'catorze'], [16, 'dezasseis'], [17, 'dezassete'], [19, 'dezanove'], [1, 'uma'], [2, 'duas']])

export function portuguese(n: number): string[] {
  if (n < 20)
    return [pt.small[n]!, ...asInPortugal.has(n) ? [asInPortugal.get(n)!] : []]
  if (n < 100)
    return n % 10 === 0 ? [pt.tens[Math.floor(n / 10)]!] : portuguese(n % 10).map(each => `${pt.tens[Math.floor(n / 10)]!}e${each}`)
  if (n === 100)
    return ['cem']
  if (n < 1000) {
    const head = pt.hundreds[Math.floor(n / 100)]!
    const heads = [head, head.replace(/os$/, 'as')]
    return n % 100 === 0 ? heads : heads.flatMap(each => portuguese(n % 100).map(rest => `${each}e${rest}`))
  }
  const [unit, one, many] = n < 1e6 ? [1000, 'mil', 'mil'] : [1e6, 'ummilhao', 'milhoes']
  const count = Math.floor(n / unit)
  const heads = count === 1 ? [one] : portuguese(count).map(each => each + many)
  return n % unit === 0 ? heads : heads.flatMap(head => portuguese(n % unit).flatMap(rest => [head + rest, `${head}e${rest}`]))
}

const bothEnds = (stem: string): string[] => [`${stem}o`, `${stem}a`]

const esOrdinals = split('- primer segund tercer cuart quint sext septim octav noven decim')

/** From eleven on, kings and centuries have the plain number. */
export function spanishOrdinals(n: number): string[] {
  const stem = esOrdinals[n]
  return n < 1 || stem === undefined ? [] : [...bothEnds(stem), ...n === 1 || n === 3 ? [stem] : []]
}

const itOrdinals = split('- prim second terz quart quint sest settim ottav non decim')

export function italianOrdinals(n: number): string[] {
  if (n <= 10)
    return n < 1 ? [] : bothEnds(itOrdinals[n]!)
  const said = italian(n)[0]!
  return bothEnds(`${/(?:tre|sei)$/.test(said) ? said : said.replace(/[aeiou]$/, '')}esim`)
}

const ptOrdinals = split('- primeir segund terceir quart quint sext setim oitav non decim')

export function portugueseOrdinals(n: number): string[] {
  return n < 1 || n > 10 ? [] : bothEnds(ptOrdinals[n]!)
}
