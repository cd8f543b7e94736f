/** Languages as MP4 names them: three letters of ISO 639-2; and as QuickTime does. */

/** By the first part of a BCP 47 tag. */
const codes: Readonly<Record<string, string>> = {
  ...{ ar: 'ara', bg: 'bul', bn: 'ben', ca: 'cat', cs: 'ces', cy: 'cym', da: 'dan', de: 'deu', el: 'ell', en: 'eng', es: 'spa', et: 'est' },
  ...{ eu: 'eus', fa: 'fas', fi: 'fin', fr: 'fra', ga: 'gle', gl: 'glg', he: 'heb', hi: 'hin', hr: 'hrv', hu: 'hun', id: 'ind', is: 'isl' },
  ...{ it: 'ita', ja: 'jpn', ko: 'kor', lt: 'lit', lv: 'lav', ms: 'msa', nb: 'nob', nl: 'nld', no: 'nor', pl: 'pol', pt: 'por', ro: 'ron' },
  ...{ ru: 'rus', sk: 'slk', sl: 'slv', sr: 'srp', sv: 'swe', sw: 'swa', ta: 'tam', th: 'tha', tl: 'tgl', tr: 'tur', uk: 'ukr', ur: 'urd' },
  ...{ vi: 'vie', yue: 'yue', zh: 'zho', cmn: 'zho' },
}

/** `und` for what is not known. */
export function languageCode(tag: string): string {
  const [language = ''] = tag.toLowerCase().split('-')
  return codes[language] ?? (/^[a-z]{3}$/.test(language) ? language : 'und')
}

/** What QuickTime has another name for, or only one for a near language. */
const namesOfQuickTime: Readonly<Record<string, string>> = {
  ...{ cym: 'wel', deu: 'ger', ell: 'gre', eus: 'baq', fas: 'per', hrv: 'hr ', isl: 'ice', msa: 'may', nld: 'dut' },
  ...{ nob: 'nor', yue: 'chi', zho: 'chi' },
}

/** As ffmpeg takes it for MOV, whose languages are numbers of a list. Galician and Serbian are not in it. */
export function quickTimeLanguage(tag: string): string {
  const code = languageCode(tag)
  return namesOfQuickTime[code] ?? code
}
