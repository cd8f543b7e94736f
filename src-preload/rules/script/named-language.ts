/** The language that a file names: a book in its package, captions in their head, or the name of a file of captions. */
import { languageCodes } from './language-code.ts'

const known: ReadonlySet<string> = new Set(languageCodes)
/** Codes of libraries and of old files that browsers do not know, and the two ways to write Norwegian. */
const otherCodes: Readonly<Record<string, string>> = {
  ...{ ger: 'de', fre: 'fr', chi: 'zh', dut: 'nl', cze: 'cs', gre: 'el', rum: 'ro', may: 'ms', iw: 'he', in: 'id' },
  ...{ nb: 'no', nn: 'no' },
}

/** `de` of `de`, `de_AT`, `deu` and `ger`; null of what is no language of the speech models, as `und`. */
export function namedLanguage(tag: string): string | null {
  const first = tag.trim().split(/[-_]/, 1)[0]?.toLowerCase() ?? ''
  if (!/^[a-z]{2,3}$/.test(first))
    return null
  const short = otherCodes[first] ?? new Intl.Locale(first).language
  const code = otherCodes[short] ?? short
  return known.has(code) ? code : null
}

/** As in `film.de.srt` and `film.zh-Hans.vtt`. */
export function languageOfFileName(name: string): string | null {
  const [, tag] = /\.([a-z]{2,3}(?:[-_][a-z0-9]{2,8}){0,3})\.(?:srt|vtt)$/i.exec(name) ?? []
  return tag === undefined ? null : namedLanguage(tag)
}

/** As in the head of WebVTT: `Language: de`. */
export function languageOfVtt(source: string): string | null {
  const head = /^\uFEFF?WEBVTT(?:[ \t][^\r\n]*)?(?:\r\n?|\n)((?:[^\r\n]+(?:\r\n?|\n)){1,20})/.exec(source)?.[1] ?? ''
  const [, tag] = /^Language:[ \t]*([\w-]{2,35})[ \t]*$/im.exec(head) ?? []
  return tag === undefined ? null : namedLanguage(tag)
}
