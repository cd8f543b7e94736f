/** Words that are written in several ways and said in one: abbreviations, signs, contractions, and words that sound alike. */
import { waysOfUnit } from './units.ts'

type Table = Readonly<Record<string, string>>

/** By language; the folded word, and what is said for it, without spaces. Several ways are divided by spaces. */
const written: Readonly<Record<string, Table>> = {
  en: {
    ...{ mr: 'mister', mrs: 'missus', ms: 'miz miss', dr: 'doctor drive', prof: 'professor', st: 'saint street', ave: 'avenue' },
    ...{ rd: 'road', jr: 'junior', sr: 'senior', no: 'number', vs: 'versus', etc: 'etcetera', eg: 'forexample', ie: 'thatis' },
    ...{ approx: 'approximately', dept: 'department', est: 'established', govt: 'government', capt: 'captain', col: 'colonel' },
    ...{ gen: 'general', lt: 'lieutenant', sgt: 'sergeant', mt: 'mount', am: 'am', pm: 'pm', ok: 'okay', tv: 'television' },
    ...{ ctrl: 'control', rev: 'reverend', gov: 'governor', sen: 'senator', maj: 'major', bros: 'brothers', blvd: 'boulevard' },
    ...{ apt: 'apartment', avg: 'average', max: 'maximum', jan: 'january', feb: 'february', mar: 'march', apr: 'april', aug: 'august' },
    ...{ sept: 'september', sep: 'september', oct: 'october', nov: 'november', dec: 'december', mon: 'monday', tue: 'tuesday' },
    ...{ wed: 'wednesday', thu: 'thursday', fri: 'friday', sat: 'saturday', sun: 'sunday', fig: 'figure', vol: 'volume' },
    ...{ ch: 'chapter', pp: 'pages', p: 'page', inc: 'incorporated', ltd: 'limited', co: 'company', corp: 'corporation' },
    ...{ gonna: 'goingto', wanna: 'wantto', gotta: 'gotto', lemme: 'letme', gimme: 'giveme', dunno: 'dontknow donotknow' },
    ...{ kinda: 'kindof', sorta: 'sortof', outta: 'outof', cause: 'because', cos: 'because', cuz: 'because', til: 'until' },
    ...{ till: 'until', em: 'them', tho: 'though', thru: 'through', alright: 'allright', mam: 'maam', wont: 'willnot', cant: 'cannot' },
    ...{ shant: 'shallnot', aint: 'isnot arenot', lets: 'letus', yall: 'youall', oclock: 'oclock', yeah: 'yes yeh yea', yep: 'yup' },
    ...{ nope: 'no', mom: 'mum', ol: 'old', dyou: 'doyou', dya: 'doyou', yknow: 'youknow', cmon: 'comeon', evry: 'every', nil: 'zero' },
    ...{ tis: 'itis', twas: 'itwas', oer: 'over', neer: 'never', eer: 'ever' },
  },
  de: {
    ...{ dr: 'doktor', hr: 'herr', fr: 'frau', prof: 'professor', str: 'strasse', nr: 'nummer', bzw: 'beziehungsweise' },
    ...{ usw: 'undsoweiter', zb: 'zumbeispiel', dh: 'dasheisst', ca: 'circa zirka etwa', etc: 'etcetera', evtl: 'eventuell' },
    ...{ vgl: 'vergleiche', st: 'sankt', mio: 'millionen', mrd: 'milliarden', jh: 'jahrhundert', ua: 'unteranderem', gehts: 'gehtes' },
    ...{ gibts: 'gibtes', hats: 'hates', nen: 'einen', ne: 'eine', n: 'ein einen', is: 'ist', nich: 'nicht', wars: 'wares' },
    ...{ ists: 'istes', habs: 'habees', hab: 'habe', okay: 'ok' },
  },
  nl: {
    ...{ dhr: 'meneer', mevr: 'mevrouw', dr: 'dokter doctor', nr: 'nummer', bijv: 'bijvoorbeeld', bv: 'bijvoorbeeld' },
    ...{ enz: 'enzovoort', n: 'een', t: 'het', s: 'des', d: 'de', zn: 'zijn', mn: 'mijn' },
  },
  fr: {
    ...{ m: 'monsieur', mme: 'madame', mlle: 'mademoiselle', dr: 'docteur', st: 'saint', ste: 'sainte', no: 'numero', n: 'numero' },
    ...{ etc: 'etcetera', pr: 'professeur', av: 'avant avenue', cest: 'ceest', ya: 'ilya', ok: 'okay' },
  },
  es: {
    ...{ sr: 'senor', sra: 'senora', srta: 'senorita', dr: 'doctor', dra: 'doctora', d: 'don', dna: 'dona', ud: 'usted' },
    ...{ uds: 'ustedes', num: 'numero', n: 'numero', etc: 'etcetera', pag: 'pagina', av: 'avenida', eeuu: 'estadosunidos', ok: 'okay' },
  },
  it: {
    ...{ sig: 'signor signore', sigra: 'signora', dott: 'dottor dottore', dottssa: 'dottoressa', prof: 'professor professore' },
    ...{ ing: 'ingegner', ecc: 'eccetera', etc: 'eccetera', n: 'numero', pag: 'pagina', es: 'esempio', ok: 'okay' },
  },
  pt: {
    ...{ sr: 'senhor', sra: 'senhora', d: 'dom dona', dr: 'doutor', dra: 'doutora', prof: 'professor', n: 'numero', etc: 'etcetera' },
    ...{ av: 'avenida', pra: 'para', pro: 'parao', ta: 'esta', to: 'estou', ok: 'okay', vc: 'voce' },
  },
  ru: {
    ...{ г: 'город год года', ул: 'улица', д: 'дом', т: 'тысяч', тд: 'такдалее', руб: 'рублей рубля', др: 'другие' },
  },
}

/** In every language, unless its own table says otherwise. */
const signs: Readonly<Record<string, Table>> = {
  en: {
    ...{ '&': 'and', '%': 'percent', '‰': 'permille', '$': 'dollars dollar', '€': 'euros euro', '£': 'pounds pound', '¥': 'yen' },
    ...{ '°': 'degrees degree', '@': 'at', '+': 'plus and', '=': 'equals is', '×': 'times by', '§': 'section' },
    ...{ '-': 'to through minus negative', '−': 'minus negative', '–': 'to through' },
    ...{ '½': 'half halfa ahalf onehalf andahalf', '¼': 'quarter aquarter onequarter andaquarter' },
    ...{ '¾': 'threequarters threequartersofa andthreequarters', '⅓': 'third athird onethird' },
    ...{ '⅔': 'twothirds', '.': 'dot point', '/': 'slash or over per', '#': 'number hashtag', '©': 'copyright' },
  },
  de: {
    ...{ '&': 'und', '%': 'prozent', '$': 'dollar', '€': 'euro', '£': 'pfund', '°': 'grad', '@': 'at', '+': 'plus und' },
    ...{ '=': 'gleich ist', '×': 'mal', '§': 'paragraf paragraph', '-': 'bis minus', '−': 'minus', '–': 'bis' },
    ...{ '½': 'halb halbe halber halbes halben einhalb einhalbes einehalbe einhalber einhalben einenhalben' },
    ...{ '¼': 'viertel einviertel', '¾': 'dreiviertel', '.': 'punkt' },
    ...{ '/': 'schragstrich slash', '#': 'nummer hashtag' },
  },
  nl: {
    ...{ '&': 'en', '%': 'procent', '$': 'dollar', '€': 'euro', '£': 'pond', '°': 'graden', '@': 'at', '+': 'plus', '=': 'is' },
    ...{ '-': 'tot', '−': 'min', '–': 'tot' },
    ...{ '½': 'half halve eenhalf eneenhalf', '¼': 'kwart eenkwart', '¾': 'driekwart', '.': 'punt' },
    ...{ '/': 'slash', '#': 'nummer hashtag' },
  },
  fr: {
    ...{ '&': 'et', '%': 'pourcent', '$': 'dollars dollar', '€': 'euros euro', '£': 'livres', '°': 'degres degre', '@': 'arobase' },
    ...{ '+': 'plus', '=': 'egale egal', '×': 'fois', '-': 'a moins', '−': 'moins', '–': 'a' },
    ...{ '½': 'demi demie undemi unedemie etdemi etdemie', '¼': 'quart unquart', '¾': 'troisquarts', '.': 'point' },
    ...{ '/': 'slash', '#': 'numero hashtag' },
  },
  es: {
    ...{ '&': 'y', '%': 'porciento', '$': 'dolares dolar pesos', '€': 'euros euro', '£': 'libras', '°': 'grados grado', '@': 'arroba' },
    ...{ '+': 'mas', '=': 'igual', '×': 'por', '-': 'a menos', '−': 'menos', '–': 'a' },
    ...{ '½': 'medio media ymedio ymedia', '¼': 'cuarto uncuarto', '¾': 'trescuartos', '.': 'punto' },
    ...{ '/': 'barra', '#': 'numero hashtag' },
  },
  it: {
    ...{ '&': 'e', '%': 'percento', '$': 'dollari dollaro', '€': 'euro', '£': 'sterline', '°': 'gradi grado', '@': 'chiocciola' },
    ...{ '+': 'piu', '=': 'uguale', '×': 'per', '-': 'a meno', '−': 'meno', '–': 'a' },
    ...{ '½': 'mezzo mezza emezzo emezza', '¼': 'quarto unquarto', '¾': 'trequarti', '.': 'punto' },
    ...{ '/': 'barra slash', '#': 'numero hashtag' },
  },
  pt: {
    ...{ '&': 'e', '%': 'porcento', '$': 'dolares dolar', '€': 'euros euro', '£': 'libras', '°': 'graus grau', '@': 'arroba' },
    ...{ '+': 'mais', '=': 'igual', '×': 'vezes', '-': 'a menos', '−': 'menos', '–': 'a' },
    ...{ '½': 'meio meia emeio emeia', '¼': 'quarto umquarto', '¾': 'tresquartos', '.': 'ponto' },
    ...{ '/': 'barra', '#': 'numero hashtag' },
  },
  ru: {
    ...{ '&': 'и', '%': 'процентов процента процент', '$': 'долларов доллара', '€': 'евро', '°': 'градусов', '+': 'плюс', '№': 'номер' },
    ...{ '-': 'до', '−': 'минус', '–': 'до' },
    ...{ '.': 'точка', '/': 'слэш', '#': 'номер хештег' },
  },
  zh: {
    ...{ '&': '和', '%': '百分之', '$': '美元', '€': '欧元', '¥': '元 块 块钱', '￥': '元 块 块钱', '°': '度', '+': '加' },
    ...{ '-': '到 至 比 负 零下', '−': '负 零下', '–': '到 至 比', '.': '点', '/': '斜杠', '#': '号' },
  },
  ja: {
    ...{ '&': 'と', '%': 'パーセント', '$': 'ドル', '€': 'ユーロ', '¥': '円', '°': '度' },
    ...{ '-': 'から 対 マイナス', '−': 'マイナス', '–': 'から', '.': 'ドット', '/': 'スラッシュ' },
  },
  ko: {
    ...{ '&': '와', '%': '퍼센트 프로', '$': '달러', '€': '유로', '¥': '엔', '°': '도' },
    ...{ '-': '에서 대 영하 마이너스', '−': '마이너스 영하', '–': '에서', '.': '닷 점', '/': '슬래시' },
  },
}

/** English words that only the sense tells apart. */
const alike = new Map([
  ...['to too two', 'their there theyre', 'your youre yore', 'its it', 'hear here', 'no know', 'new knew gnu', 'right write rite wright'],
  ...['for four fore', 'by buy bye', 'one won', 'whose whos', 'than then'],
  ...['our hour are', 'where wear ware', 'see sea', 'meet meat', 'week weak'],
  ...['peace piece', 'break brake', 'sun son', 'night knight'],
  ...['road rode rowed', 'pair pear pare', 'wait weight', 'way weigh', 'eight ate'],
  ...['male mail', 'tail tale', 'sail sale', 'blew blue', 'threw through'],
  ...['red read', 'lead led', 'past passed', 'flour flower', 'steal steel'],
  ...['stair stare', 'hole whole', 'wood would', 'which witch'],
  ...['whether weather', 'principal principle', 'heard herd', 'aloud allowed', 'bare bear'],
  ...['board bored', 'cell sell', 'cent sent scent', 'dear deer', 'fair fare'],
  ...['hair hare', 'heal heel', 'hi high', 'made maid', 'main mane'],
  ...['plain plane', 'poor pour pore', 'rain reign rein', 'role roll'],
  ...['sight site cite', 'sole soul', 'some sum', 'throne thrown', 'toe tow'],
  ...['waist waste', 'wail whale', 'bored board', 'grate great', 'idle idol'],
  ...['knot not', 'morning mourning', 'none nun', 'oar or ore', 'patience patients'],
  ...['affect effect', 'been bean', 'berry bury', 'cereal serial', 'ceiling sealing'],
  ...['root route', 'steak stake', 'vain vein vane', 'gray grey', 'ok okay'],
].flatMap((set) => {
  const words = set.split(' ')
  return words.map(word => [word, words[0]!] as const)
}))

const contracted: readonly (readonly [RegExp, readonly string[]])[] = [
  [/n['’]t$/, ['not']],
  [/['’]re$/, ['are']],
  [/['’]ve$/, ['have']],
  [/['’]ll$/, ['will', 'shall']],
  [/['’]d$/, ['would', 'had', 'did']],
  [/['’]m$/, ['am']],
  [/['’]s$/, ['is', 'has', 'us']],
]

/** What may be said for a word or a sign; `written` as it is in the text, `folded` as it is compared. Without spaces. */
export function waysOfWord(word: string, folded: string, language: string): string[] {
  const table = written[language] ?? {}
  const found = (signs[language] ?? signs.en)?.[word] ?? (Object.hasOwn(table, folded) ? table[folded] : undefined)
  const ways = [...found === undefined ? [] : found.split(' '), ...waysOfUnit(folded, language)]
  if (word === 'C' || word === 'F')
    ways.push(word === 'C' ? 'celsius' : 'fahrenheit')
  if (language === 'de' && folded.endsWith('str'))
    ways.push(`${folded}asse`)
  const elided = language === 'fr' ? /^([jmtsldn]|qu)['’](\p{L}.*)$/iu.exec(word) : null
  if (elided)
    ways.push(`${elided[1]!.toLowerCase()}e${elided[2]!.toLowerCase()}`, ...elided[1] === 't' ? [`tu${elided[2]}`] : [])
  if (language !== 'en')
    return [folded, ...ways]
  if (/[a-z]in['’]$/i.test(word))
    ways.push(`${folded}g`)
  const long = contracted.flatMap(([end, rests]) => end.test(word) ? rests.map(rest => word.toLowerCase().replace(end, '') + rest) : [])
  return [folded, alike.get(folded) ?? folded, ...ways, ...long]
}
