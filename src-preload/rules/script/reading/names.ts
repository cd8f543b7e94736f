/** How names are written before what somebody says, and which of them are names: told by the text as a whole. */
import type { Named } from './named.ts'
import { speakerKey } from '../script-lines.ts'
import { isLabel } from './labels.ts'
import { chapterOf, effectOf, isFurniture, isNote, isStageLabel, isTransition, slugOf } from './matter.ts'
import { placeAfterName } from './other-languages.ts'
import { isPlace, tellsPlace } from './places.ts'
import { areCounted, dottedAboveIn, quotedName, rareName, trustedWays } from './rare-names.ts'
import { stampAfter, stampAfterName, stampBefore, stampThenName, sureStamp } from './stamps.ts'

const name = String.raw`\p{L}[\p{L}\p{M}\p{N} '’.·_&/#"“”-]{0,39}`
const remarks = String.raw`((?:[(（[【][^()（）[\]【】\n]{1,200}[)）\]】]\s{0,9}){0,3})`
/** A name as people write it before a colon: short, with letters, without the punctuation of a sentence. */
const colon = new RegExp(String.raw`^((?:\d{1,2}(?:ST|ND|RD|TH) )?${name}?)\s{0,9}${remarks}[:：](?!\/\/)\s*(?=\S|$)`, 'u')
const dash = new RegExp(String.raw`^(${name}?)\s{0,9}${remarks}(?<=[\s)）])(?:[–—]|--?)\s{1,9}(?=\S)`, 'u')
const dot = /^(\p{Lu}[\p{Lu}\p{M} '’-]{1,30})(?:\s{0,3}[[(]([^[\]()]{1,200})[\])])?\.\s{1,9}(?=\S)/u
/** Of plays in small letters: `Аркадина (сыну). Тише!` */
const softDot = /^(\p{Lu}[\p{Ll}\p{M}’'-]{2,20}(?: \p{Lu}[\p{Ll}\p{M}’'-]{2,20})?)(?:\s{0,3}[[(]([^[\]()]{1,200})[\])])?\.\s{1,9}(?=\S)/u
/** `DON JUAN.- `, `HARPAGON. — `, `LA FLÈCHE, à part. — `: of plays in Spanish and French. */
const dotDash = /^(\p{Lu}[\p{Lu}\p{M}\d '’-]{1,40})(?:,\s(\p{Ll}[^.:!?]{1,80}))?(?:\s?\(([^()]{1,200})\))?\s?\.\s?(?:[–—]|--?)\s{0,3}(?=\S)/u
const bracket = new RegExp(String.raw`^(?:[[【](${name})(?:[,，]\s{0,3}([^\]】\n]{1,100}))?[\]】]|<(${name})>(?!.*</))\s{0,3}[:：]?\s{0,9}(?=\S)`, 'u')
/** `<anna> hi`, after a time in a chat. */
const angled = /^<([@+]?[^<>\s][^<>]{0,39})>\s{1,9}(\S.*)$/u
const tabbed = new RegExp(String.raw`^(${name})\t+\s{0,9}(?=\S)`, 'u')
const bold = /^(\*\*|__)((?:\\.|[^\\*_\n]){1,100}?)\s*(?:[:：]\1|\1\s*(?:[(（]([^()（）\n]{1,200})[)）]\s*)?[:：]|\1\s+[–—]\s)\s*/u
const italic = /^([*_])((?:\\.|[^\\*_\n(]){1,60}?)\s*(?:[:：]\1|\1\s*[:：])\s*/u
const timedName = new RegExp(String.raw`^(\p{L}[\p{L}\p{M}\p{N} ,'’.·_&/#"“”:-]{0,59}?(?<!,))${stampAfter}$`, 'iu')
const number = /^(?:\d{1,4}|[a-z]|[ivx]{2,4})[.)]\s{1,9}/
/** Of rows that are counted without a full stop. */
const count = /^\d{1,4}[.)]?\s{1,9}/
const withCount = [stampBefore, count] as const
const withNumber = [stampBefore, number] as const
const leading = /^\s*(?:>\s?|[-*+•]\s+)*/
const cue = /^@?((?:\d{1,2}(?:ST|ND|RD|TH) )?[\p{L}\p{N}][\p{L}\p{M}\p{N} .'’"“”\-/#&]{0,48}?)\s*((?:\([^()]{0,200}\)\s*){0,3})\^?$/u

const emojiBefore = /^\s{0,9}\p{Extended_Pictographic}[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F\u200D]{0,12}\s{0,3}/u

export const withoutMarks = (row: string): string => row.replace(leading, '')

/** A time has one. Most rows have none: that is found sooner than by the patterns of times. */
const hasDigit = /\d/
const timedAlone = (row: string): RegExpExecArray | null => hasDigit.test(row) ? timedName.exec(row) ?? stampThenName.exec(row) : null

/** What is judged by all rows together. */
export interface Names {
  /** The name that the row at this place begins with. */
  readonly at: (at: number) => Named | null
  /** The name that stands alone in a row, above what is said. */
  readonly cueIn: (at: number) => (Pick<Named, 'name' | 'how' | 'form'> & { readonly isDoubtful: boolean }) | null
  /** A row that begins like one with a name, which it is not taken for. */
  readonly looksNamed: (at: number) => boolean
  /** As it is spelled where it was found first; null for a name that is not known. */
  readonly known: (name: string) => string | null
  /** The time that a row without a name begins with: nobody says it. */
  readonly stampIn: (at: number) => string | null
  /** A screenplay or a play: what nobody says is a direction. */
  readonly isStaged: boolean
  /** A play with full stops after its names: what nobody says is a direction, or more of a speech. */
  readonly isPlayed: boolean
  /** Some rows have a name. */
  readonly areAny: boolean
}

/** `Dr. Lee`; one word before a dash is how many a sentence begins. */
const fullName = /^\p{Lu}[\p{L}\p{M}.’']*(?: \p{Lu}[\p{L}\p{M}.’']*){1,2}$/u
/** `And remember`, `The old man`: words that may begin a sentence. */
const phrase = /^\p{L}[\p{L}\p{M}’']*(?: \p{Ll}[\p{L}\p{M}’']*)+$/u
/** A name in capitals, alone in its row. */
const loudRow = /^\p{Lu}[\p{Lu}\p{M}\d .'’-]{1,30}(?:\s?\([^()]{1,60}\)){0,2}$/u

const isShouted = (text: string): boolean => text === text.toUpperCase()
const hasCase = (text: string): boolean => text.toUpperCase() !== text.toLowerCase()

const unescaped = (text: string): string => text.replaceAll(/\\([\p{P}\p{S}])/gu, '$1')

/** Marked in a way that leaves no doubt. */
function markedName(row: string): Named | null {
  const found = /^[*_]/.test(row) ? bold.exec(row) ?? italic.exec(row) : null
  if (found?.[2] === undefined)
    return null
  const inner = /^((?:\\.|[^\\()（）])*)[(（]((?:\\.|[^\\()（）]){1,200})[)）]$/.exec(found[2].trim())
  const said = (inner?.[1] ?? found[2]).replace(emojiBefore, '').trim()
  const isItalic = found[1]?.length === 1
  if (said === '' || (isItalic && !/^\p{L}/u.test(said)))
    return null
  const how = [inner?.[2] ?? '', found[3] ?? ''].filter(part => part !== '' && !isPlace(part)).join(', ')
  return { name: unescaped(said), how, rest: row.slice(found[0].length), form: 'colon', isMarked: !isItalic }
}

interface Form {
  readonly form: 'colon' | 'bracket' | 'dot' | 'dash'
  readonly pattern: RegExp
  /** What such a row has, found faster than the pattern. */
  readonly hint: (row: string) => boolean
}

const mayEndInPlace = /[.OSＮＭ]$/
const hasColon = (row: string): boolean => row.includes(':') || row.includes('：')
const beforeRare: readonly Form[] = [
  { form: 'colon', pattern: tabbed, hint: row => row.includes('\t') },
  { form: 'colon', pattern: colon, hint: hasColon },
]
const afterRare: readonly Form[] = [
  { form: 'bracket', pattern: bracket, hint: row => /^[[【<]/.test(row) },
  { form: 'dot', pattern: dot, hint: row => row.includes('.') },
  { form: 'dot', pattern: softDot, hint: row => row.includes('.') },
  { form: 'dash', pattern: dash, hint: row => /[–—-]/.test(row) },
]

function plainName(row: string, mayBeRare: boolean): Named | null {
  const played = row.includes('.') ? dotDash.exec(row) : null
  if (played?.[1] !== undefined) {
    const how = [played[2], played[3]].flatMap(part => part === undefined ? [] : part.trim()).join(', ')
    return { name: played[1].trim(), how, rest: row.slice(played[0].length), form: 'dash', isMarked: true }
  }
  const quoted = quotedName(row)
  if (quoted)
    return quoted
  return firstOf(row, beforeRare) ?? (mayBeRare ? rareName(row) : null) ?? firstOf(row, afterRare)
}

function firstOf(row: string, forms: readonly Form[]): Named | null {
  for (const { pattern, form, hint } of forms) {
    const found = hint(row) ? pattern.exec(row) : null
    const said = found?.[1] ?? found?.[3]
    if (found && said !== undefined) {
      const how = form === 'dot' || form === 'bracket' ? found[2] ?? '' : extensionOf(found[2] ?? '', said.trim())
      const name = said.trim()
      const rest = row.slice(found[0].length)
      return { name: mayEndInPlace.test(name) ? name.replace(placeAfterName, '') : name, how, rest, form, isMarked: false }
    }
  }
  return null
}

/** `(whispering) Mara: …`, `[angry] Mara: …` */
const remarkBefore = /^[(（[【]([^()（）[\]【】]{1,60})[)）\]】]\s{1,3}(?=\p{L}[^:：]{0,40}[:：])/u

/** A row that may have a name, without what is before it: a time, a number. */
function candidateIn(source: string, isCounted: boolean, mayBeRare = true): Named | null {
  const unmarked = withoutMarks(source).replace(emojiBefore, '')
  const row = hasDigit.test(unmarked) ? unmarked.replace(stampAfterName, '$1') : unmarked
  if (effectOf(row) !== null || isNote(row) || isStageLabel(row) || isTransition(row) || timedAlone(row) !== null)
    return null
  const marked = markedName(row)
  if (marked)
    return marked
  for (const before of isCounted ? withCount : withNumber) {
    const found = before.exec(row)
    const rest = found && row.slice(found[0].length)
    const chatted = rest && angled.exec(rest)
    if (chatted?.[1] !== undefined)
      return { name: chatted[1].trim(), how: '', rest: chatted[2] ?? '', form: 'bracket', isMarked: true }
    const named = rest ? markedName(rest) ?? plainName(rest, mayBeRare) : null
    if (named && (named.form !== 'dash' || before !== stampBefore))
      return before === stampBefore ? { ...named, isMarked: named.form === 'colon' } : named
  }
  const [all = '', how = ''] = /^[(（[【]/.test(row) ? remarkBefore.exec(row) ?? [] : []
  const named = all === '' ? null : plainName(row.slice(all.length), mayBeRare)
  if (named?.form === 'colon')
    return { ...named, how: [isPlace(how) ? '' : how.trim(), named.how].filter(part => part !== '').join(', ') }
  return plainName(/^[*_]/.test(row) ? row.replace(/^(\*\*|__)([^*_]{1,2000})\1$/, '$2') : row, mayBeRare)
}

interface Alone { readonly name: string, readonly how: string, readonly isForced: boolean, readonly isTimed: boolean }

function aloneIn(row: string): Alone | null {
  const plain = row.replace(/^(\*\*|__)([^*_]{1,90})\1$/, '$2')
  if (chapterOf(plain) !== null)
    return null
  const timed = timedAlone(plain)
  if (timed?.[1] !== undefined)
    return { name: timed[1].replace(/[\s:]+$/, ''), how: '', isForced: true, isTimed: true }
  const found = plain.length <= 260 ? cue.exec(plain) : null
  if (found?.[1] === undefined || !/\p{L}/u.test(found[1]) || slugOf(plain) !== null || isTransition(plain) || isFurniture(plain))
    return null
  const said = found[1].trim()
  if (/[.!?]$/.test(said) && !/(?:^|\s)\p{Lu}\p{L}{0,3}\.$/u.test(said))
    return null
  return { name: said, how: extensionOf(found[2] ?? '', said), isForced: plain.startsWith('@') || plain !== row, isTimed: false }
}

const remarkRow = /^[(（][^()（）]+[)）]$/

/** `(V.O.)` and `(CONT’D)` tell where the voice comes from; `(whispering)` tells how. */
function extensionOf(extensions: string, name: string): string {
  if (extensions === '')
    return ''
  return [...extensions.matchAll(/[(（[【]([^()（）[\]【】]*)[)）\]】]/g)]
    .map(found => found[1]?.trim() ?? '')
    .filter(part => part !== '' && !isPlace(part, name))
    .join(', ')
}

function countOf(keys: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const key of keys)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

/** Rows are trimmed; those of the title page, of a print and of a list of the cast are not among them, whose names are `cast`. */
export function namesIn(trimmed: readonly string[], cast: readonly string[] = []): Names {
  const isCounted = areCounted(trimmed)
  const possible = trimmed.map(row => row === '' ? null : candidateIn(row, isCounted))
  const isTrusted = trustedWays(possible)
  const candidates = possible.map((found, at) =>
    found?.way === undefined || isTrusted(found) ? found : candidateIn(trimmed[at] ?? '', isCounted, false))
  const counts = new Map<string, number>()
  const marked = new Set<string>()
  const spellings = new Map<string, string>()
  const spell = (said: string): string => {
    const key = speakerKey(said)
    spellings.set(key, spellings.get(key) ?? said)
    return key
  }
  const countName = (key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1)
  const words = trimmed.filter(row => row !== '').length
  for (const name of cast)
    countName(spell(name))
  const formCounts = { dash: 0, dot: 0, colon: 0, bracket: 0 }
  for (const found of candidates) {
    if (!found)
      continue
    if (found.form in formCounts)
      formCounts[found.form as keyof typeof formCounts] += 1 // one of its keys
    if (found.form === 'colon' || found.form === 'bracket' || found.form === 'said')
      countName(spell(found.name))
    if (found.isMarked || (found.form === 'colon' && isShouted(found.name)))
      marked.add(spell(found.name))
  }
  const fullOrFirst = /^\p{Lu}[\p{L}\p{M}.’']*(?: \p{Lu}[\p{L}\p{M}.’']*){0,2}$/u
  const isHabit = (form: keyof typeof formCounts): boolean => formCounts[form] > 1 && formCounts[form] * 2 >= words
  const dotted = new Set(candidates.flatMap(found => found?.form === 'dot' ? speakerKey(found.name) : []))
  const dashKeys = new Map<string, number>()
  for (const found of candidates) {
    if (found?.form === 'dash' || found?.form === 'dot')
      dashKeys.set(speakerKey(found.name), (dashKeys.get(speakerKey(found.name)) ?? 0) + 1)
  }

  // Some of them come back, and hardly a row is without one.
  const areDashed = formCounts.dash * 5 >= words * 4 && [...dashKeys.values()].some(count => count > 1)

  const isSlug = trimmed.map(row => row !== '' && slugOf(row) !== null)
  const isApart = (at: number): boolean => {
    const before = trimmed[at - 1] ?? ''
    return before === '' || isSlug[at - 1] === true || isTransition(before)
  }
  // What is copied out of a PDF may have lost the blank row before a name: one in capitals is known that is alone in several rows, or is
  // before a colon in others.
  const loudRows = countOf(trimmed.flatMap(row => loudRow.test(row) ? speakerKey(row.replace(/\s*\(.*$/, '')) : []))
  const isKnownRow = (row: string): boolean => {
    const key = speakerKey(row.replace(/\s*\(.*$/, ''))
    return loudRow.test(row) && ((loudRows.get(key) ?? 0) > 1 || marked.has(key))
  }
  // A chat has no blank rows.
  const isTimed = (row: string): boolean => timedAlone(row) !== null
  const areTimed = trimmed.filter(isTimed).length > 1
  const mayBeCue = (at: number): boolean => {
    const next = trimmed[at + 1] ?? ''
    const isOfChat = areTimed && isTimed(trimmed[at] ?? '') && !isTimed(next)
    return next !== '' && (isApart(at) || isOfChat
      || (isKnownRow(trimmed[at] ?? '') && !loudRow.test(next)))
  }
  // `MR. SMITH` may be a name, too.
  const isWhole = (at: number): boolean => !candidates[at] || candidates[at].form === 'dot'
  const dottedAbove = dottedAboveIn(trimmed)
  const alone = trimmed.map((row, at) =>
    row !== '' && isWhole(at) && mayBeCue(at) ? aloneIn(dottedAbove.has(at) ? row.slice(0, -1) : row) : null)
  // Some scripts have no capitals: there, a short word alone in a screenplay is a name.
  const slugs = isSlug.filter(Boolean).length
  const isLoud = ({ name: said, isForced }: Alone): boolean => isForced
    || (isShouted(said) && (hasCase(said) || (slugs > 0 && /^[\p{L}·]{1,8}$/u.test(said))))
  const loud = alone.filter(found => found !== null && isLoud(found))
  const aloneCounts = new Map<string, number>()
  for (const found of alone) {
    if (found)
      aloneCounts.set(speakerKey(found.name), (aloneCounts.get(speakerKey(found.name)) ?? 0) + 1)
  }
  const takesCues = loud.length >= (slugs > 0 ? 1 : 2) && loud.length * 8 >= words
  const softAlone = alone.filter(found => found !== null && !isLoud(found) && (aloneCounts.get(speakerKey(found.name)) ?? 0) > 1).length
  const takesSoftCues = softAlone > 1 && softAlone * 6 >= words
  // `Mara` above `"You're late."`
  const isQuoted = (at: number): boolean => /^["“„«「].{0,2000}["”»」]$/.test(trimmed[at + 1] ?? '')
  const quotedAlone = new Set(alone.flatMap((found, at) =>
    found && !isLoud(found) && isQuoted(at) && fullOrFirst.test(found.name) ? [at] : []))
  // However few they are: a name with `(V.O.)`, or above a remark above words, is how a screenplay is written, and nothing else.
  const isWritten = slugs > 0 || formCounts.colon > 0
  const certain = alone.filter((found, at) => found !== null && isWritten && isLoud(found) && isApart(at)
    && (tellsPlace(trimmed[at] ?? '') || (remarkRow.test(trimmed[at + 1] ?? '') && (trimmed[at + 2] ?? '') !== '')))
  for (const found of takesCues ? loud : certain)
    marked.add(spell(found?.name ?? ''))

  const isKnown = (said: string): boolean => marked.has(speakerKey(said)) || (counts.get(speakerKey(said)) ?? 0) > 1
  function isName(found: Named): boolean {
    const key = speakerKey(found.name)
    if (isLabel(found.name))
      return false
    if (found.way === 'list')
      return found.name.split(/[,，&]/).some(part => isKnown(part.trim()))
    switch (found.form) {
      case 'dash':
        return found.isMarked || marked.has(key) || (counts.get(key) ?? 0) > 0
          || (isHabit('dash') && ((dashKeys.get(key) ?? 0) > 1 || isShouted(found.name) || (areDashed && fullOrFirst.test(found.name))))
      // `NO. Never.` alone is what somebody says.
      case 'dot': return marked.has(key) || (isHabit('dot') && dotted.size > 1
        && (isShouted(found.name) || found.way === 'italic' || (dashKeys.get(key) ?? 0) > 1))
      case 'bracket': return isShouted(found.name) || isKnown(found.name) || (isHabit('bracket') && /^\P{Ll}/u.test(found.name))
      default: return found.isMarked || isShouted(found.name) || isKnown(found.name)
        || (isHabit('colon') && !(phrase.test(found.name) && found.name.split(' ').length > 3))
    }
  }
  // Nothing but the habit tells that they are names, where none comes back.
  const isAnyKnown = candidates.some(found => found !== null && (found.isMarked || isKnown(found.name)))
  const mayBeSentence = (found: Named): boolean =>
    found.form === 'colon' && !found.isMarked && !isKnown(found.name)
    && (phrase.test(found.name) || (!isAnyKnown && !isShouted(found.name)))
  const sure = candidates.map(found =>
    found && isName(found) ? { ...found, isDoubtful: found.isDoubtful === true || mayBeSentence(found) } : null)
  // Among rows with names, of which each is a speech, one that is written in the same way is another's.
  const isBetween = (at: number): boolean =>
    sure[at - 1]?.form === 'colon' && ((trimmed[at + 1] ?? '') === '' || sure[at + 1]?.form === 'colon')
  const named = candidates.map((found, at) => sure[at] === null && found?.form === 'colon' && found.rest.trim() !== ''
    && fullOrFirst.test(found.name) && !isLabel(found.name) && isBetween(at)
    ? { ...found, isDoubtful: true }
    : sure[at] ?? null)
  const namedCount = named.filter(found => found !== null).length
  const played = named.filter(found => found?.form === 'dot' || (found?.form === 'dash' && found.isMarked)).length
  const isPlayed = played * 2 >= Math.max(words, 3)

  return {
    at: at => named[at] ?? null,
    cueIn(at) {
      const found = alone[at]
      if (!found)
        return null
      const key = speakerKey(found.name)
      const isTaken = found.isForced || (quotedAlone.size > 1 && quotedAlone.has(at)) || (isLoud(found) && takesCues)
        || marked.has(key) || (counts.get(key) ?? 0) > 1
        || (takesSoftCues && (aloneCounts.get(key) ?? 0) > 1)
      const times = (counts.get(key) ?? 0) + (aloneCounts.get(key) ?? 0) + (dashKeys.get(key) ?? 0)
      const isSure = found.isForced || (isApart(at) && (times > 1 || /^[(（]/.test(trimmed[at + 1] ?? '')))
      return isTaken ? { name: found.name, how: found.how, form: found.isTimed ? 'timed' : 'cue', isDoubtful: !isSure } : null
    },
    looksNamed: (at) => {
      const found = candidates[at]
      const looksSo = found?.form === 'colon'
        ? found.name.split(' ').length <= 3 || isHabit('colon')
        : found?.form === 'dash' && fullName.test(found.name)
      return looksSo && named[at] === null && found?.rest.trim() !== ''
    },
    stampIn: at => alone[at] || named[at] ? null : sureStamp.exec(trimmed[at] ?? '')?.[0] ?? null,
    known: said => isKnown(said) ? spellings.get(speakerKey(said)) ?? said : null,
    isPlayed,
    isStaged: slugs > 0 || isPlayed || (takesCues && loud.filter(found => found?.isTimed === false).length >= Math.max(namedCount, 1)),
    areAny: namedCount > 0 || quotedAlone.size > 1 || certain.length > 0 || takesCues || takesSoftCues,
  }
}
