/** Texts in which a name is a paragraph of its own, as they come out of web pages, documents and Markdown. */
import type { Row } from './unwrap.ts'
import { speakerKey } from '../script-lines.ts'
import { chapterOf, effectOf, isFurniture, isNote, isStageLabel, isTransition, slugOf } from './matter.ts'

/** How such a name is written: in capitals, bold, as a heading of one level, or before a colon. */
const ways = [
  /^((?=[^()]*\p{Lu}{2})(?:\d{1,2}(?:ST|ND|RD|TH) )?[\p{Lu}\p{N}][\p{Lu}\p{M}\p{N} .'’#&/-]{0,30})(?:\([^()]{1,100}\))?$/u,
  /^\*\*([^*_\d\s][^*_]{0,40})\*\*$/u,
  /^#{1,6} {0,3}(\P{N}[^#]{0,40})$/u,
  /^(?:\*\*)?(\p{Lu}[\p{L}\p{M}\p{N} .'’&-]{0,30}?)(?:\s?\([^()]{1,100}\))?[:：](?:\*\*)?$/u,
] as const
const remark = /^[(（][^()（）]{1,200}[)）]$/

interface Above { readonly at: number, readonly key: string, readonly way: string }

/**
 * The rows without the blank ones between such names and what they say, and each name written as a forced one. Names come back: most of the
 * rows that are written in this way have a name that another has, too.
 * What is read so is doubtful, and what follows it in another paragraph.
 */
export function withNamesAbove(rows: readonly Row[]): readonly Row[] {
  const trimmed = rows.map(({ row }) => row.trim())
  const paragraphs = trimmed.filter((row, at) => row !== '' && (trimmed[at - 1] ?? '') === '').length
  const found = trimmed.flatMap((row, at): Above[] => {
    const isAlone = row !== '' && (trimmed[at - 1] ?? '') === '' && (trimmed[at + 1] ?? 'end') === ''
    return isAlone ? aboveIn(row, at) : []
  })
  const names = new Set<number>()
  for (const all of Map.groupBy(found, ({ way }) => way).values()) {
    const counts = Map.groupBy(all, ({ key }) => key)
    const repeated = all.filter(({ key }) => (counts.get(key)?.length ?? 0) > 1)
    if (all.length > 2 && counts.size > 1 && repeated.length * 2 >= all.length && all.length * 4 >= paragraphs) {
      for (const { at } of all)
        names.add(at)
    }
  }
  return names.size === 0 ? rows : closed(rows, trimmed, names)
}

function aboveIn(row: string, at: number): Above[] {
  if (/[.!?…]$/.test(row) || slugOf(row) !== null || chapterOf(row) !== null || isTransition(row) || isFurniture(row) || isNote(row)
    || effectOf(row) !== null || isStageLabel(row)) {
    return []
  }
  for (const [index, way] of ways.entries()) {
    const name = way.exec(row)?.[1]?.trim() ?? ''
    const level = /^#*/.exec(row)?.[0] ?? ''
    if (name !== '')
      return chapterOf(name) === null ? [{ at, key: speakerKey(name), way: `${index}${level}` }] : []
  }
  return []
}

/** A remark alone below a name is followed by the words, too. */
function closed(rows: readonly Row[], trimmed: readonly string[], names: ReadonlySet<number>): Row[] {
  const kept: Row[] = []
  let isOpen = false
  for (const [at, row] of rows.entries()) {
    const words = trimmed[at] ?? ''
    if (words === '') {
      if (!isOpen)
        kept.push(row)
      continue
    }
    const isName = names.has(at)
    // A name that another follows says nothing.
    if (isOpen && isName)
      kept.push({ row: '', at: row.at })
    const mayGoOn = kept.length > 0 && !isOpen && slugOf(words) === null && !/^[#(（[]/.test(words)
    kept.push(isName ? { ...row, row: words.replace(/^#{1,6} {0,3}(.*)$/, '**$1**'), isDoubtful: true } : { ...row, isDoubtful: mayGoOn })
    isOpen = isName || (isOpen && remark.test(words))
  }
  return kept
}
