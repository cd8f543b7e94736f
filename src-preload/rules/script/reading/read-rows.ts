/**
 * Reads a script paragraph by paragraph, each for itself: cues of screenplays and names before a colon may follow each other. What the text
 * as a whole tells is which names there are, and whether it is for a stage.
 */
import type { Named } from './named.ts'
import type { Names } from './names.ts'
import type { ReadRow, RowForm, RowKind } from './read-row.ts'
import type { Row } from './unwrap.ts'
import { headingLine, oneRow } from '../script-lines.ts'
import { castRowsIn } from './cast-list.ts'
import { unescapeText, withoutEmphasis } from './emphasis.ts'
import { countedHeadsIn } from './heads.ts'
import { withPartsAbove } from './labels.ts'
import {
  chapterOf,
  effectOf,
  endOfTitlePage,
  isFurniture,
  isNote,
  isStageLabel,
  isTransition,
  pageNumbersIn,
  slugOf,
  timeRowsIn,
} from './matter.ts'
import { withNamesAbove } from './names-above.ts'
import { namesIn, withoutMarks } from './names.ts'
import { isContinued } from './places.ts'
import { runningHeadsIn } from './running-heads.ts'
import { saidBy } from './said.ts'
import { isSentence, isSung, isVerse } from './sentences.ts'
import { stampAtEnd } from './stamps.ts'
import { unwrap } from './unwrap.ts'
import { withNotesApart, withoutRevisions } from './whole-text.ts'

const directionAtStart = /^(?:([*_]{1,3})[(（]((?:\\.|[^\\()（）]){1,2000})[)）]\1|[(（]((?:\\.|[^\\()（）])*)[)）])\s*/u
/** A row that is in brackets as a whole, with or without emphasis. */
const remark = /^[*_]{0,3}[(（[【]((?:\\.|[^\\()（）[\]【】]){1,2000})[)）\]】][*_]{0,3}$/
const emphasised = /^(\*|_|\*\*\*)(?=[^\s*_])((?:\\.|[^\\*_]){1,2000})\1$/
/** Of a list, or of what different people say. */
const listed = /^[-*+•–—]\s/
const dashed = /^[-–—]/
const boldAlone = /^(\*\*|__)(\S[^*_]*)\1$/
const markdownHeading = /^#{1,6}\s*(\S.*)$/
const ornament = /^(?:(?:[-*_]\s*){3,}|={3,}|#{1,6}|```.*)$/

export function readRows(source: string): ReadRow[] {
  const whole = withPartsAbove(withoutRevisions(withNotesApart(source).replaceAll('\f', '\n\f\n').split(/\r\n?|[\n\u2028\u2029]/)))
  const trimmed = whole.map(row => row.trim())
  const page = endOfTitlePage(trimmed)
  const numbers = pageNumbersIn(trimmed.map((row, at) => whole[at] === '\f' ? '\f' : row))
  const pages = new Set(trimmed.flatMap((row, at) => at >= page && (numbers.has(at) || isFurniture(row) || whole[at] === '\f') ? at : []))
  const heads = runningHeadsIn(trimmed, pages)
  const cast = castRowsIn(trimmed)
  const isPrint = (at: number): boolean => at < page || pages.has(at) || heads.has(at) || cast.has(at)
  const kept = withNamesAbove(whole.flatMap((row, at) => isPrint(at) && trimmed[at] !== '' ? [] : [{ row, at }]))
  const ofCast = [...cast.values()].filter(name => name !== null)
  const { rows, names } = unwrapped(kept, new Set([...pages, ...heads.keys()]), ofCast)
  const reader = createReader(rows.map(({ row }) => row), rows.map(({ row }) => row.trim()), names)
  const read = reader.readAll().map(({ at, row }) =>
    ({ at: rows[at]?.at ?? 0, row: rows[at]?.isDoubtful === true ? { ...row, isDoubtful: true } : row }))
  const left = trimmed.flatMap((row, at) => isPrint(at) && row !== ''
    ? [{ at, row: { ...leftOut(row, at < page || cast.has(at)), isDoubtful: heads.get(at) === true } }]
    : [])
  return [...read, ...left].sort((one, other) => one.at - other.at).map(({ row }) => row)
}

/** Reads each text for itself, by the names that are in all of them; answers the rows of each. */
export function readApart(texts: readonly string[]): ReadRow[][] {
  const rows = texts.flatMap(text => [text, ''])
  const found = Map.groupBy(createReader(rows, rows, namesIn(rows)).readAll(), ({ at }) => at >> 1)
  return texts.map((_, at) => (found.get(at) ?? []).map(({ row }) => row))
}

/** The rows with those of a paragraph joined, where they are the rows of a print, and their names. */
function unwrapped(kept: readonly Row[], pages: ReadonlySet<number>, cast: readonly string[]): { rows: readonly Row[], names: Names } {
  const names = namesIn(kept.map(({ row }) => row.trim()), cast)
  const isNamed = (index: number): boolean => names.at(index) !== null || names.cueIn(index) !== null || names.looksNamed(index)
  const rows = unwrap(kept, { isNamed, areNamed: names.areAny, pages })
  return { rows, names: rows === kept ? names : namesIn(rows.map(({ row }) => row.trim()), cast) }
}

function silentRow(kind: Exclude<RowKind, 'speech' | 'heading'>, form: RowForm, written: string, direction = written): ReadRow {
  return { kind, form, written: oneRow(written), isDoubtful: false, speaker: '', text: '', direction: oneRow(direction) }
}

function leftOut(row: string, isOfTitlePage: boolean): ReadRow {
  return silentRow('left-out', isOfTitlePage ? 'title-page' : 'furniture', withoutEmphasis(row))
}

interface Speaking {
  readonly speaker: string
  readonly form: RowForm
  readonly isDoubtful: boolean
  readonly isCue: boolean
  /** What follows in other rows is not part of it. */
  readonly isWhole: boolean
  readonly rows: string[]
  readonly how: string
  readonly written: string[]
  readonly at: number
}

function createReader(raw: readonly string[], rows: readonly string[], names: Names) {
  const found: { at: number, row: ReadRow }[] = []
  const [first, last] = [rows.findIndex(row => row !== ''), rows.findLastIndex(row => row !== '')]
  /** Blank rows separate paragraphs; without any, and without names, every row is one. */
  const isLoose = names.areAny || rows.some((row, at) => row === '' && at > first && at < last)

  /** Whose song it is that may continue after a blank row. */
  let singer = ''

  const add = (at: number, row: ReadRow): void => void (isNothing(row) || found.push({ at, row }))
  const silent = (at: number, kind: Parameters<typeof silentRow>[0], form: RowForm, direction?: string): void =>
    add(at, silentRow(kind, form, rows[at] ?? '', direction))

  const times = timeRowsIn(rows)
  const heads = countedHeadsIn(rows, row => chapterOf(row) !== null)
  const headings = rows.map((row, at) => row === '' ? null : findHeading(at))
  const headingIn = (at: number): string | null => headings[at] ?? null

  function findHeading(at: number): string | null {
    const row = rows[at] ?? ''
    const slug = slugOf(row) ?? (heads.has(at) ? oneRow(row) : null)
    if (slug !== null)
      return slug
    const isApart = (rows[at - 1] ?? '') === '' && (rows[at + 1] ?? '') === ''
    const mayBeBold = isApart && names.at(at) === null && !remark.test(row)
    const marked = markdownHeading.exec(row)?.[1] ?? (mayBeBold ? boldAlone.exec(row)?.[2]?.replace(/[:：]$/, '') : undefined)
    if (marked !== undefined)
      return oneRow(unescapeText(marked.replace(/^(?:\*\*|__)([^*_]*)(?:\*\*|__)$/, '$1')))
    // `Scene 1: …` above words may be a name; nobody is called *Slide 1*.
    const isAbove = (rows[at - 1] ?? '') === '' && (!/[:：]/.test(row) || !/[:：]/.test(row.replace(stampAtEnd, '')) || /^(?:slide|segment|screen|panel|page|stop|station|track|shot|frame|exercise|lesson|module|folie|lektion|diapositiv[ea]|leçon|lección|lezione)\b/i.test(row))
    return isApart || isAbove ? chapterOf(row) : null
  }

  /** Whether `matter` would read the row at this place. */
  const isMatter = rows.map((row, at) => row !== '' && (ornament.test(row) || headingIn(at) !== null || effectOf(row) !== null
    || isNote(row) || isTransition(row) || isStageLabel(row) || times.has(at) || /^!\S/.test(row)))

  /** What has a meaning of its own wherever it is; answers whether this row was that. */
  function matter(at: number): boolean {
    if (isMatter[at] !== true)
      return false
    const row = rows[at] ?? ''
    if (ornament.test(row))
      return true
    if (times.has(at)) {
      silent(at, 'left-out', 'furniture')
      return true
    }
    const heading = headingIn(at)
    if (heading !== null) {
      add(at, { ...headingLine(heading), kind: 'heading', form: 'heading', written: row, isDoubtful: false })
      return true
    }
    const effect = effectOf(row)
    if (effect !== null)
      silent(at, 'effect', 'effect', effect)
    else if (isNote(row))
      silent(at, 'note', 'note', row.replace(/^\[\[(.*)\]\]$/, '$1'))
    else if (isTransition(row))
      silent(at, 'left-out', 'transition')
    else
      silent(at, 'direction', 'remark', row.replace(/^!/, ''))
    return true
  }

  function begin(at: number): Speaking | null {
    const cue = names.cueIn(at)
    const row = rows[at] ?? ''
    if (cue) {
      const { name, form, isDoubtful, how } = cue
      return { speaker: oneRow(name), form, isDoubtful, isCue: true, isWhole: false, rows: [], how, written: [row], at }
    }
    const named = names.at(at)
    if (named)
      return { ...ofNamed(named), rows: named.rest.trim() === '' ? [] : [named.rest], written: [row], at }
    return null
  }

  /** Reads what is said from this row on, up to a blank one; answers the row after it. */
  function speak(from: number, speaking: Speaking): number {
    let now = speaking
    let at = from
    while (at < rows.length && !now.isWhole) {
      const row = rows[at] ?? ''
      // Two spaces are how Fountain writes a blank row that somebody pauses at.
      if (row === '' && !(now.isCue && /^ {2,}$/.test(raw[at] ?? '')))
        break
      if (row !== '') {
        const next = begin(at)
        if (next || names.stampIn(at) !== null || (!now.isCue && isSaid(at)) || (isMatter[at] === true && !isAmidSpeech(at)))
          break
        if (isMatter[at] === true) {
          finish(now)
          matter(at)
          now = { ...now, rows: [], written: [], how: '', at: at + 1 }
        }
        else {
          const end = endOfRemark(at)
          if (end > at) {
            now = aside(now, at, end)
          }
          else {
            now.rows.push(row)
            now.written.push(row)
          }
          at = Math.max(at, end - 1)
        }
      }
      at += 1
    }
    finish(now)
    return at
  }

  /** An effect or a note does not end what somebody says. */
  function isAmidSpeech(at: number): boolean {
    const row = rows[at] ?? ''
    return headingIn(at) === null && !ornament.test(row) && (effectOf(row) !== null || isNote(row))
  }

  /** After the last row of a remark that begins here; this row where none does. */
  function endOfRemark(at: number): number {
    const row = withoutMarks(rows[at] ?? '')
    if (remark.test(row))
      return at + 1
    if (!/^[(（][^)）]*$/.test(row))
      return at
    const end = rows.slice(at, at + 6).findIndex(each => /^[^(（]*[)）]$/.test(each))
    return end > 0 && !rows.slice(at, at + end).includes('') ? at + end + 1 : at
  }

  /**
   * Between the rows of a screenplay's speech it says how the next words are spoken. Between others, `(A chair scrapes.)` is nobody's: it
   * is a sentence; `(softly)` is said of the words that follow.
   */
  function aside(now: Speaking, at: number, end: number): Speaking {
    const written = rows.slice(at, end).map(withoutMarks).join(' ')
    const inner = oneRow(unescapeText(withoutEmphasis(written.replace(/^[*_]{0,3}[(（[【]/, '').replace(/[)）\]】][*_]{0,3}$/, ''))))
    const awaitsWords = now.rows.length === 0
    if (now.isCue || (awaitsWords && !isSentence(inner))) {
      if (awaitsWords)
        return { ...now, how: [now.how, inner].filter(part => part !== '').join(', '), written: [...now.written, written] }
      finish(now)
      return { ...now, rows: [], how: inner, written: [written], at }
    }
    finish(now)
    const goesOn = (rows[end] ?? '') !== '' && !isSentence(inner)
    if (goesOn && begin(end) === null && endOfRemark(end) === end)
      return { ...now, rows: [], how: inner, written: [written], at }
    add(at, silentRow('direction', 'remark', written, inner))
    return { ...now, rows: [], how: '', written: [], at: end }
  }

  function finish({ speaker, form, isDoubtful, rows: spoken, how, written, at, isCue }: Speaking): void {
    const joined = spoken.map(row => isCue ? row.replace(/^~\s*/, '') : withoutMarks(row)).join(' ').trim()
    const first = withRemark(joined)
    const text = oneRow(unescapeText(withoutEmphasis(first.rest)))
    const direction = [oneRow(unescapeText(how)), isContinued(first.how) ? '' : first.how].filter(part => part !== '').join(', ')
    singer = isCue && (isSung(direction) || spoken[0]?.startsWith('~') === true) ? speaker : ''
    if (text !== '')
      add(at, { kind: 'speech', form, written: oneRow(written.join(' ')), isDoubtful, speaker, text, direction })
    else if (direction !== '')
      add(at, { ...silentRow('direction', 'remark', written.join(' '), direction), speaker: isCue || first.how !== '' ? speaker : '' })
    // A name that nothing follows: what it was written for is not known.
    else if (written.length > 0)
      add(at, { ...silentRow('direction', 'words', written.join(' ')), isDoubtful: true })
  }

  /** `“It is late,” said Mara.`, of somebody who is known. */
  function isSaid(at: number): boolean {
    return names.areAny && saidBy(rows[at] ?? '', names.known) !== null
  }

  /** A dash in the middle of a sentence may begin a row of a print. */
  function beginsItem(at: number): boolean {
    const [row = '', before = ''] = [rows[at], rows[at - 1]]
    return listed.test(row) && (!dashed.test(row) || dashed.test(before) || isSentence(before))
  }

  /** A paragraph without a name. */
  function paragraph(from: number): number {
    const stamp = names.stampIn(from)
    let end = from + 1
    const limit = isLoose ? rows.length : end
    while (end < limit && rows[end] !== '' && isMatter[end] !== true && begin(end) === null && endOfRemark(end) === end
      && names.stampIn(end) === null && !beginsItem(end) && !isSaid(from) && !isSaid(end)) {
      end += 1
    }
    const whole = oneRow(rows.slice(from, end).map(withoutMarks).join(' '))
    const written = stamp === null ? whole : oneRow(whole.slice(oneRow(stamp).length))
    if (stamp !== null) {
      // What a chat says itself, or `* anna sits down`.
      const isAct = (rows[from] ?? '').slice(stamp.length).startsWith('* ')
      const aside = isAct ? written.slice(2) : remark.exec(written)?.[1]
      const row = aside === undefined ? wordsOfNobody(written, names.areAny) : silentRow('direction', 'words', whole, aside)
      add(from, { ...row, written: whole })
      return end
    }
    const words = oneRow(unescapeText(withoutEmphasis(written)))
    const inBrackets = remark.exec(written)?.[1]
    const isEmphasis = names.areAny && emphasised.test(written)
    const said = names.areAny && inBrackets === undefined ? saidBy(words, names.known) : null
    if (said) {
      add(from, { kind: 'speech', form: 'said', written, isDoubtful: true, ...said })
    }
    else if (inBrackets !== undefined || isEmphasis) {
      const inner = inBrackets ?? emphasised.exec(written)?.[2] ?? written
      add(from, silentRow('direction', isEmphasis ? 'emphasis' : 'remark', written, unescapeText(withoutEmphasis(inner))))
    }
    else if (names.isStaged && !written.startsWith('~')) {
      if (singer !== '' && isVerse(rows.slice(from, end))) {
        add(from, { ...wordsOfNobody(written, true), speaker: singer, form: 'lyric' })
        return end
      }
      singer = ''
      const looksSpoken = names.isPlayed || names.looksNamed(from) || /^["“„«「『]/.test(written)
      add(from, { ...silentRow('direction', 'words', written, words), isDoubtful: looksSpoken })
    }
    else {
      add(from, wordsOfNobody(written, names.looksNamed(from)))
    }
    return end
  }

  return {
    readAll() {
      let at = 0
      while (at < rows.length) {
        if (rows[at] === '' || matter(at)) {
          at += 1
          continue
        }
        const speaking = begin(at)
        const remarkEnd = speaking ? at : endOfRemark(at)
        if (speaking) {
          at = speak(at + 1, speaking)
        }
        else if (remarkEnd > at) {
          at = remarkBefore(at, remarkEnd)
        }
        else {
          at = paragraph(at)
        }
      }
      return found
    },
  }

  /** `(softly)` above words that nobody is named for is said of them. */
  function remarkBefore(at: number, end: number): number {
    const written = rows.slice(at, end).map(withoutMarks).join(' ')
    const inner = oneRow(unescapeText(withoutEmphasis(remark.exec(written)?.[1] ?? written)))
    const isOfWords = !names.isStaged && /^[(（]/.test(written) && !isSentence(inner) && (rows[end] ?? '') !== '' && begin(end) === null
      && isMatter[end] !== true && endOfRemark(end) === end
    if (!isOfWords) {
      add(at, silentRow('direction', 'remark', written, inner))
      return end
    }
    const nobody = { speaker: '', form: 'words', isDoubtful: false, isCue: false, isWhole: false } as const
    return speak(end, { ...nobody, rows: [], how: inner, written: [written], at })
  }
}

function wordsOfNobody(written: string, isDoubtful: boolean): ReadRow {
  const { how, rest } = withRemark(written)
  const text = oneRow(unescapeText(withoutEmphasis(rest.replace(/^~\s*/, ''))))
  return text === ''
    ? silentRow('direction', 'remark', written, how)
    : { kind: 'speech', form: written.startsWith('~') ? 'lyric' : 'words', written, isDoubtful, speaker: '', text, direction: how }
}

function ofNamed({ name, how, form, isMarked, isDoubtful = false, isWhole = false }: Named): Omit<Speaking, 'rows' | 'written' | 'at'> {
  const mayBeWords = !isMarked && form !== 'colon' && form !== 'bracket'
  return { speaker: oneRow(name), how, form, isCue: false, isWhole, isDoubtful: isDoubtful || mayBeWords }
}

function isNothing({ text, direction }: ReadRow): boolean {
  return text === '' && direction === ''
}

function withRemark(written: string): { how: string, rest: string } {
  const first = directionAtStart.exec(written)
  return { how: oneRow(unescapeText(first?.[2] ?? first?.[3] ?? '')), rest: first ? written.slice(first[0].length) : written }
}
