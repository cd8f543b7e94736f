/** Ways of writing names in which other things are written, too: they are names where such names come back. */
import type { Named, RareWay } from './named.ts'
import { speakerKey } from '../script-lines.ts'
import { isFurniture, isTransition } from './matter.ts'
import { isPlace } from './places.ts'

interface Way {
  readonly way?: RareWay
  readonly form: Named['form']
  readonly pattern: RegExp
  /** What such a row has, found faster than the pattern. */
  readonly hint: (row: string) => boolean
  /** Also where every name is written so. */
  readonly isDoubtful?: boolean
}

const remarks = String.raw`(?<how>(?:\s?[(（][^()（）]{1,200}[)）]){0,2})`
const verbs = '(?:继续|接着)?(?:[说问答喊叫笑叹嚷骂念吼]|回答|补充|解释|低语|嘟囔)道?|道'
const manners = '小声|低声|轻声|大声|悄声|高声|厉声|柔声|笑着|哭着'

const hasColon = (row: string): boolean => row.includes(':') || row.includes('：')
const isSpaced = (row: string): boolean => row.includes('  ')
const isEmphasised = (row: string): boolean => row.startsWith('*') || row.startsWith('_')

/** `玛莎小声说：“…”` */
const quoted: Way = { form: 'said', hint: row => /[”」』"]$/.test(row), pattern: new RegExp(String.raw`^(?<name>[\p{Script=Han}·]{1,9}?)(?<how>(?:${manners})?)(?:${verbs})[:：]\s*[“「『"](?<rest>[^“”「」『』"]{1,2000})[”」』"]$`, 'u') }

/** The first that matches is used. */
const ways: readonly Way[] = [
  // `マルタ「…」`; a sentence has a particle before its quotation.
  { way: 'corner', form: 'bracket', hint: row => row.endsWith('」') || row.endsWith('』'), pattern: /^(?<name>[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー・]{1,12}(?<![はがもとのをにでへ])|[ＮN])[ＭＮMN]?(?:[(（](?<how>[^()（）]{1,60})[)）])?[「『](?<rest>[^「」『』]{1,2000})[」』]$/u },
  // `NELL      Is that you?`, or a wide space after a Chinese name.
  { way: 'spaced', form: 'colon', hint: isSpaced, pattern: /^(?<name>\p{Lu}[\p{Lu}\p{M}\d .'’-]{0,30}[\p{Lu}\d])\s{2,40}(?=\S)/u },
  { way: 'spaced', form: 'colon', hint: row => row.includes('\u3000'), pattern: /^(?<name>[\p{Script=Han}·]{1,8})\u3000{1,9}(?=\S)/u },
  // `**Martha** Is that you?`
  { way: 'bold', form: 'colon', hint: isEmphasised, pattern: /^(?<mark>\*\*|__)(?<name>\p{L}[^*_\n:：.!?]{0,40})\k<mark>\s{1,9}(?=\S)/u, isDoubtful: true },
  // `_Nora_ (busy). Yes!`, `_Nora._ Yes!`
  { way: 'italic', form: 'dot', hint: isEmphasised, pattern: /^(?<mark>[*_])(?<name>\p{Lu}[^*_\n(:：.!?]{0,40})(?:\.\k<mark>|\k<mark>(?:\s?\((?<how>[^()]{1,200})\))?\.)\s{1,9}(?=\S)/u },
  // `Q.  Where were you?`
  { way: 'asked', form: 'dot', hint: row => row.startsWith('Q.') || row.startsWith('A.'), pattern: /^(?<name>[QA])\.\s{1,9}(?=\S)/ },
  // `Mara | You're late.`, `Mara > You're late.`, `MARA/ You're late.`
  { way: 'bar', form: 'colon', hint: row => row.includes('|'), pattern: /^(?<name>\p{L}[\p{L}\p{M}\p{N} .'’-]{0,30}?)\s{0,3}\|\s{1,9}(?=\S)/u },
  { way: 'arrow', form: 'colon', hint: row => /[>→»]/.test(row), pattern: /^(?<name>\p{L}[\p{L}\p{M}\p{N} .'’-]{0,30}?)\s{0,3}(?:[-=]?>{1,2}|→|»)\s{1,9}(?=\S)/u },
  { way: 'slash', form: 'colon', hint: row => row.includes('/'), pattern: /^(?<name>\p{Lu}[\p{L}\p{M}\p{N} .'’-]{0,30})\s?\/{1,2}\s{1,9}(?=\S)/u },
  // `"You're late." (Mara)`
  { way: 'after', form: 'bracket', hint: row => /^["“„«「]/.test(row), pattern: /^["“„«「](?<rest>[^"“”„«»「」]{1,2000})["”“»」]\s{0,3}(?:[(（]|[–—]\s?|-\s)(?<name>\p{L}[\p{L}\p{M}\p{N} .'’-]{0,30})[)）]?$/u },
  // `7 OF 9: …`
  { way: 'digits', form: 'colon', hint: row => /^\d/.test(row), pattern: new RegExp(String.raw`^(?<name>\d{1,4}(?=[^:：(（]*\p{Lu})[\p{Lu}\d '’-]{1,30})${remarks}\s?[:：]\s*(?=\S)`, 'u') },
  // `DR. WHO?: …`
  { form: 'colon', hint: hasColon, pattern: new RegExp(String.raw`^(?<name>\p{Lu}[\p{Lu}\p{M} .'’-]{1,30}[?!])${remarks}\s?[:：]\s*(?=\S)`, 'u') },
  // `Dr. Lind, PhD: …`
  { form: 'colon', hint: hasColon, pattern: new RegExp(String.raw`^(?<name>\p{Lu}[\p{L}\p{M} .'’-]{1,40}, (?:Ph\.?D|M\.?D|Jr|Sr|Esq|MP|RN|CEO|CTO|CFO)\.?)${remarks}\s?[:：]\s*(?=\S)`, 'u') },
  // `MARTHA, TOM: …`
  { way: 'list', form: 'colon', hint: hasColon, pattern: new RegExp(String.raw`^(?<name>\p{Lu}[\p{Lu}\p{M} .'’-]{1,30}(?:[,，&] ?\p{Lu}[\p{Lu}\p{M} .'’-]{1,30}){1,5})${remarks}\s?[:：]\s*(?=\S)`, 'u') },
]

export function rareName(row: string): Named | null {
  return firstOf(ways, row)
}

const withoutPlace = (how: string): string => isPlace(how) ? '' : how

/** A name of which its verb and the quotation after it leave little doubt. */
export function quotedName(row: string): Named | null {
  return /[:：]/.test(row) ? firstOf([quoted], row) : null
}

function firstOf(ways: readonly Way[], row: string): Named | null {
  for (const { pattern, form, way, isDoubtful, hint } of ways) {
    const found = hint(row) ? pattern.exec(row) : null
    const { name, how = '', rest } = found?.groups ?? {}
    if (!found || name === undefined)
      continue
    return {
      name: name.trim(),
      how: withoutPlace(how.replaceAll(/[()（）]/g, ' ').trim()),
      rest: rest ?? row.slice(found[0].length),
      form,
      isMarked: false,
      ...rest !== undefined && { isWhole: true },
      ...isDoubtful && { isDoubtful },
      ...way && { way },
    }
  }
  return null
}

/** Whether a name that is written in a rare way is one, by all that are written so. */
export function trustedWays(all: readonly (Named | null)[]): (found: Named) => boolean {
  const rare = all.filter(found => found?.way !== undefined)
  const trusted = new Set<RareWay | undefined>(['list'])
  const keys = new Map<string, number>()
  for (const [way, found] of Map.groupBy(rare, each => each?.way)) {
    const counts = Map.groupBy(found, each => speakerKey(each?.name ?? ''))
    const repeated = found.filter(each => (counts.get(speakerKey(each?.name ?? ''))?.length ?? 0) > 1)
    if (found.length > 2 && counts.size > 1 && repeated.length * 2 >= found.length)
      trusted.add(way)
    if (way === 'digits')
      counts.forEach((each, key) => keys.set(key, each.length))
  }
  return ({ way, name }) => way === 'digits' ? (keys.get(speakerKey(name)) ?? 0) > 1 : trusted.has(way)
}

/** Whether rows with names are counted without a full stop: `1  MARTHA: …`, `2  TOM: …`. */
export function areCounted(rows: readonly string[]): boolean {
  const numbers = rows.flatMap(row => /^(\d{1,4})\s{1,9}\p{L}[^:：]{0,60}[:：]/u.exec(row)?.[1] ?? []).map(Number)
  return numbers.length > 2 && numbers.every((number, at) => at === 0 || number === (numbers[at - 1] ?? 0) + 1)
}

/** Where a name in capitals with a full stop is alone above words, as plays are printed; `NO.` is no name where no other comes back. */
export function dottedAboveIn(rows: readonly string[]): ReadonlySet<number> {
  const found = rows.flatMap((row, at) =>
    /^\p{Lu}[\p{Lu}\p{M} '’-]{1,30}\.$/u.test(row) && (rows[at - 1] ?? '') === '' && (rows[at + 1] ?? '') !== ''
    && !isTransition(row) && !isFurniture(row)
      ? [{ at, row }]
      : [])
  const counts = Map.groupBy(found, ({ row }) => row)
  const repeated = found.filter(({ row }) => (counts.get(row)?.length ?? 0) > 1)
  return new Set(found.length > 2 && counts.size > 1 && repeated.length * 2 >= found.length ? found.map(({ at }) => at) : [])
}
