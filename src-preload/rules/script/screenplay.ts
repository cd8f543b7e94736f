/** Reads screenplays: Fountain, and what is copied from one with its indentation. Names stand alone above what is said. */
import type { ScriptText } from './script-lines.ts'
import { headingLine, isSceneHeading, oneRow } from './script-lines.ts'

const cue = /^@?(\p{L}[\p{L}\p{M}\p{N} .'’\-/#&]{0,48}?)\s*((?:\([^()]{0,40}\)\s*){0,3})\^?$/u
const transition = /^(?:>\s*[^<]{1,60}|[\p{Lu} ]{2,40} TO:|FADE (?:IN|OUT)[.:]?|CUT TO BLACK[.:]?|THE END[.:]?)$/u
const titlePage = /^(?:title|credit|author|authors|source|draft date|contact|copyright|notes|revision):/i

/** Null where it is no screenplay: too few names stand alone above words. */
export function readScreenplay(source: string): ScriptText[] | null {
  const rows = without(without(source, '/*', '*/'), '[[', ']]').split('\n').map(row => row.trim())
  const isCue = (at: number): boolean => isCueRow(rows[at] ?? '') && (at === 0 || rows[at - 1] === '' || isSceneHeading(rows[at - 1] ?? ''))
    && (rows[at + 1] ?? '') !== ''
  const cues = rows.filter((_, at) => isCue(at)).length
  const headings = rows.filter(row => isSceneHeading(row)).length
  if (cues === 0 || (headings === 0 && cues < 2) || cues * 8 < rows.filter(row => row !== '').length)
    return null
  const lines: ScriptText[] = []
  let at = endOfTitlePage(rows)
  while (at < rows.length) {
    const row = rows[at] ?? ''
    if (isCue(at)) {
      const end = endOfBlock(rows, at + 1)
      lines.push(...dialogue(nameOf(row), rows.slice(at + 1, end)))
      at = end
    }
    else if (row === '' || /^[=~>]/.test(row) || transition.test(row)) {
      at += 1
    }
    else if (isSceneHeading(row) || /^#{1,6}\s*\S/.test(row) || /^\.[^.]/.test(row)) {
      lines.push(headingLine(oneRow(row.replace(/^(?:#{1,6}\s*|\.)/, '').replace(/\s{0,9}#[^#]{1,10}#$/, ''))))
      at += 1
    }
    else {
      const end = Math.max(at + 1, endOfBlock(rows, at))
      lines.push({ speaker: '', text: '', direction: oneRow(rows.slice(at, end).join(' ').replace(/^!/, '').replace(/^\((.*)\)$/, '$1')) })
      at = end
    }
  }
  return lines
}

/** Without the passages between these signs; one that does not end stays. */
function without(source: string, opening: string, closing: string): string {
  const kept: string[] = []
  let at = 0
  for (let from = source.indexOf(opening); from >= 0; from = source.indexOf(opening, at)) {
    const end = source.indexOf(closing, from + opening.length)
    if (end < 0)
      break
    kept.push(source.slice(at, from))
    at = end + closing.length
  }
  return [...kept, source.slice(at)].join('')
}

function isCueRow(row: string): boolean {
  const found = row.length <= 90 ? cue.exec(row) : null
  if (found?.[1] === undefined || isSceneHeading(row) || transition.test(row))
    return false
  return row.startsWith('@') || (found[1] === found[1].toUpperCase() && found[1] !== found[1].toLowerCase())
}

/** `(V.O.)` and `(CONT’D)` tell where the voice comes from, not who it is. */
function nameOf(row: string): string {
  return oneRow(cue.exec(row)?.[1] ?? row)
}

/** A remark in brackets begins a new line where words came before it, since each line has one direction. */
function dialogue(speaker: string, rows: readonly string[]): ScriptText[] {
  const said: { direction: string, words: string[] }[] = []
  for (const row of rows) {
    const last = said.at(-1)
    if (/^\([^()]{1,400}\)$/.test(row)) {
      const direction = oneRow(row.slice(1, -1))
      if (last && last.words.length === 0)
        last.direction = [last.direction, direction].filter(part => part !== '').join(', ')
      else
        said.push({ direction, words: [] })
    }
    else if (last) {
      last.words.push(row)
    }
    else {
      said.push({ direction: '', words: [row] })
    }
  }
  const plain = (words: readonly string[]): string => oneRow(words.join(' ').replaceAll(/[*_]{1,3}(\S[^*_]*)[*_]{1,3}/g, '$1'))
  return said.map(({ direction, words }) => ({ speaker, direction, text: plain(words) }))
}

function endOfBlock(rows: readonly string[], from: number): number {
  let end = from
  while (end < rows.length && rows[end] !== '' && !isSceneHeading(rows[end] ?? ''))
    end += 1
  return end
}

function endOfTitlePage(rows: readonly string[]): number {
  if (!titlePage.test(rows[0] ?? ''))
    return 0
  const end = rows.indexOf('')
  return end < 0 ? rows.length : end
}
