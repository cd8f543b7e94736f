/** Words that are written in several ways and said in one: abbreviations, units, signs, contractions, and words that sound alike. */

type Table = Readonly<Record<string, string>>

/** By language; the folded word, and what is said for it, without spaces. Several ways are divided by spaces. */
const written: Readonly<Record<string, Table>> = {
  en: {
    ...{ mr: 'mister', mrs: 'missus', ms: 'miz miss', dr: 'doctor drive', prof: 'professor', st: 'saint street', ave: 'avenue' },
    ...{ rd: 'road' },
    ...{ jr: 'junior', sr: 'senior', no: 'number', vs: 'versus', etc: 'etcetera', eg: 'forexample', ie: 'thatis' },
    ...{ approx: 'approximately' },
    ...{ dept: 'department', est: 'established', govt: 'government', capt: 'captain', col: 'colonel', gen: 'general', lt: 'lieutenant' },
    ...{ sgt: 'sergeant', mt: 'mount', ft: 'feet foot fort', in: 'inches', lb: 'pound pounds', lbs: 'pounds', oz: 'ounce ounces' },
    ...{ hr: 'hour' },
    ...{ hrs: 'hours', min: 'minute minutes', mins: 'minutes', sec: 'second seconds', secs: 'seconds', km: 'kilometers kilometer' },
    ...{ m: 'meters meter' },
    ...{ cm: 'centimeters centimeter', mm: 'millimeters millimeter', kg: 'kilograms kilogram kilos kilo', g: 'grams gram' },
    ...{ mg: 'milligrams' },
    ...{ l: 'liters liter', ml: 'milliliters', mph: 'milesperhour', kmh: 'kilometersperhour', kph: 'kilometersperhour', hz: 'hertz' },
    ...{ ghz: 'gigahertz' },
    ...{ gb: 'gigabytes gigabyte', mb: 'megabytes', kb: 'kilobytes', tb: 'terabytes', kw: 'kilowatts', am: 'am', pm: 'pm', ok: 'okay' },
    ...{ tv: 'television' },
    ...{ jan: 'january', feb: 'february', mar: 'march', apr: 'april', aug: 'august', sept: 'september', sep: 'september' },
    ...{ oct: 'october' },
    ...{ nov: 'november', dec: 'december', mon: 'monday', tue: 'tuesday', wed: 'wednesday', thu: 'thursday', fri: 'friday' },
    ...{ sat: 'saturday' },
    ...{ sun: 'sunday', fig: 'figure', vol: 'volume', ch: 'chapter', pp: 'pages', p: 'page', inc: 'incorporated', ltd: 'limited' },
    ...{ co: 'company' },
    ...{ corp: 'corporation', gonna: 'goingto', wanna: 'wantto', gotta: 'gotto', lemme: 'letme', gimme: 'giveme' },
    ...{ dunno: 'dontknow donotknow' },
    ...{ kinda: 'kindof', sorta: 'sortof', outta: 'outof', cause: 'because', cos: 'because', cuz: 'because', til: 'until' },
    ...{ till: 'until', em: 'them' },
    ...{ tho: 'though', thru: 'through', alright: 'allright', mam: 'maam', wont: 'willnot', cant: 'cannot', shant: 'shallnot' },
    ...{ aint: 'isnot arenot' },
    ...{ lets: 'letus', yall: 'youall', oclock: 'oclock', yeah: 'yes yeh yea', yep: 'yup', nope: 'no', mom: 'mum' },
  },
  de: {
    ...{ dr: 'doktor', hr: 'herr', fr: 'frau', prof: 'professor', str: 'strasse', nr: 'nummer', bzw: 'beziehungsweise' },
    ...{ usw: 'undsoweiter' },
    ...{ zb: 'zumbeispiel', dh: 'dasheisst', ca: 'circa zirka etwa', etc: 'etcetera', evtl: 'eventuell', vgl: 'vergleiche', st: 'sankt' },
    ...{ km: 'kilometer' },
    ...{ m: 'meter', cm: 'zentimeter', kg: 'kilogramm kilo', g: 'gramm', l: 'liter', std: 'stunden', min: 'minuten', sek: 'sekunden' },
    ...{ mio: 'millionen' },
    ...{ mrd: 'milliarden', jh: 'jahrhundert', ua: 'unteranderem', kmh: 'kilometerprostunde stundenkilometer', gehts: 'gehtes' },
    ...{ gibts: 'gibtes', hats: 'hates' },
    ...{ nen: 'einen', ne: 'eine', n: 'ein einen', is: 'ist', nich: 'nicht', wars: 'wares', ists: 'istes', habs: 'habees', hab: 'habe' },
    ...{ okay: 'ok' },
  },
  nl: {
    ...{ dhr: 'meneer', mevr: 'mevrouw', dr: 'dokter doctor', nr: 'nummer', bijv: 'bijvoorbeeld', bv: 'bijvoorbeeld', enz: 'enzovoort' },
    ...{ km: 'kilometer', m: 'meter', kg: 'kilo kilogram', n: 'een', t: 'het', s: 'des', d: 'de', zn: 'zijn', mn: 'mijn' },
  },
  fr: {
    ...{ m: 'monsieur metres metre', mme: 'madame', mlle: 'mademoiselle', mm: 'messieurs', dr: 'docteur', st: 'saint', ste: 'sainte' },
    ...{ no: 'numero' },
    ...{ n: 'numero', km: 'kilometres kilometre', kg: 'kilos kilogrammes', cm: 'centimetres', h: 'heures heure', min: 'minutes' },
    ...{ etc: 'etcetera' },
    ...{ pr: 'professeur', ch: 'chapitre', kmh: 'kilometresheure kilometresalheure', av: 'avant avenue', cest: 'ceest', ya: 'ilya' },
    ...{ ok: 'okay' },
  },
  es: {
    ...{ sr: 'senor', sra: 'senora', srta: 'senorita', dr: 'doctor', dra: 'doctora', d: 'don', dna: 'dona', ud: 'usted', uds: 'ustedes' },
    ...{ num: 'numero', n: 'numero', km: 'kilometros kilometro', kg: 'kilos kilogramos', m: 'metros', cm: 'centimetros' },
    ...{ etc: 'etcetera', pag: 'pagina', av: 'avenida', eeuu: 'estadosunidos', ok: 'okay' },
  },
  it: {
    ...{ sig: 'signor signore', sigra: 'signora', dott: 'dottor dottore', dottssa: 'dottoressa', prof: 'professor professore' },
    ...{ ing: 'ingegner', ecc: 'eccetera', etc: 'eccetera' },
    ...{ km: 'chilometri chilometro', kg: 'chili chilogrammi', m: 'metri', cm: 'centimetri', n: 'numero', pag: 'pagina', es: 'esempio' },
    ...{ ok: 'okay' },
  },
  pt: {
    ...{ sr: 'senhor', sra: 'senhora', dr: 'doutor', dra: 'doutora', prof: 'professor', n: 'numero', km: 'quilometros quilometro' },
    ...{ kg: 'quilos quilogramas' },
    ...{ m: 'metros', cm: 'centimetros', etc: 'etcetera', av: 'avenida', pra: 'para', pro: 'parao', ta: 'esta', to: 'estou', ok: 'okay' },
    ...{ vc: 'voce' },
  },
  ru: {
    ...{ г: 'город год года', ул: 'улица', д: 'дом', т: 'тысяч', тд: 'такдалее', км: 'километров километра', м: 'метров' },
    ...{ кг: 'килограммов', руб: 'рублей рубля', др: 'другие' },
  },
}

/** In every language, unless its own table says otherwise. */
const signs: Readonly<Record<string, Table>> = {
  en: {
    ...{ '&': 'and', '%': 'percent', '‰': 'permille', '$': 'dollars dollar', '€': 'euros euro', '£': 'pounds pound', '¥': 'yen' },
    ...{ '°': 'degrees degree', '@': 'at', '+': 'plus and', '=': 'equals is', '×': 'times by', '§': 'section', '-': 'to through minus' },
    ...{ '−': 'minus', '–': 'to through' },
  },
  de: {
    ...{ '&': 'und', '%': 'prozent', '$': 'dollar', '€': 'euro', '£': 'pfund', '°': 'grad', '@': 'at', '+': 'plus und' },
    ...{ '=': 'gleich ist', '×': 'mal', '§': 'paragraf paragraph', '-': 'bis minus', '−': 'minus', '–': 'bis' },
  },
  nl: {
    ...{ '&': 'en', '%': 'procent', '$': 'dollar', '€': 'euro', '£': 'pond', '°': 'graden', '@': 'at', '+': 'plus', '=': 'is' },
    ...{ '-': 'tot', '−': 'minus', '–': 'tot' },
  },
  fr: {
    ...{ '&': 'et', '%': 'pourcent', '$': 'dollars dollar', '€': 'euros euro', '£': 'livres', '°': 'degres degre', '@': 'arobase' },
    ...{ '+': 'plus', '=': 'egale egal', '×': 'fois', '-': 'a moins', '−': 'minus', '–': 'a' },
  },
  es: {
    ...{ '&': 'y', '%': 'porciento', '$': 'dolares dolar pesos', '€': 'euros euro', '£': 'libras', '°': 'grados grado', '@': 'arroba' },
    ...{ '+': 'mas', '=': 'igual', '×': 'por', '-': 'a menos', '−': 'minus', '–': 'a' },
  },
  it: {
    ...{ '&': 'e', '%': 'percento', '$': 'dollari dollaro', '€': 'euro', '£': 'sterline', '°': 'gradi grado', '@': 'chiocciola' },
    ...{ '+': 'piu', '=': 'uguale', '×': 'per', '-': 'a meno', '−': 'minus', '–': 'a' },
  },
  pt: {
    ...{ '&': 'e', '%': 'porcento', '$': 'dolares dolar', '€': 'euros euro', '£': 'libras', '°': 'graus grau', '@': 'arroba' },
    ...{ '+': 'mais', '=': 'igual', '×': 'vezes', '-': 'a menos', '−': 'minus', '–': 'a' },
  },
  ru: {
    ...{ '&': 'и', '%': 'процентов процента процент', '$': 'долларов доллара', '€': 'евро', '°': 'градусов', '+': 'плюс', '№': 'номер' },
    ...{ '-': 'до', '−': 'minus', '–': 'до' },
  },
  zh: { '&': '和', '%': '百分之', '$': '美元', '€': '欧元', '¥': '元', '°': '度', '+': '加', '-': '到至', '−': 'minus', '–': '到' },
  ja: { '&': 'と', '%': 'パーセント', '$': 'ドル', '€': 'ユーロ', '¥': '円', '°': '度', '-': 'から', '−': 'minus', '–': 'から' },
  ko: { '&': '와', '%': '퍼센트 프로', '$': '달러', '€': '유로', '¥': '엔', '°': '도', '-': '에서', '−': 'minus', '–': '에서' },
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
  const ways = found === undefined ? [] : found.split(' ')
  if (language === 'de' && folded.endsWith('str'))
    ways.push(`${folded}asse`)
  if (language !== 'en')
    return [folded, ...ways]
  const long = contracted.flatMap(([end, rests]) => end.test(word) ? rests.map(rest => word.toLowerCase().replace(end, '') + rest) : [])
  return [folded, alike.get(folded) ?? folded, ...ways, ...long]
}
