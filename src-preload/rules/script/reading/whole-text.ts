/** What is done to a text as a whole before its rows are read: notes are set apart, marks of revisions removed. */
import { oneRow } from '../script-lines.ts'

/** Notes of Fountain and comments on rows of their own, wherever they were: they may go over many. */
export function withNotesApart(source: string): string {
  return apart(apart(apart(source, '/*', '*/'), '[[', ']]'), '<!--', '-->')
}

/** Asterisks at the right margin say which rows of a screenplay were changed. */
export function withoutRevisions(rows: string[]): string[] {
  const mark = /(?:^|\s{2,})\*{1,2}\s*$/
  return rows.filter(row => /\S\s{2,}\*{1,2}\s*$/.test(row)).length > 1 ? rows.map(row => row.replace(mark, '')) : rows
}

function apart(source: string, opening: string, closing: string): string {
  const parts: string[] = []
  let at = 0
  for (let from = source.indexOf(opening); from >= 0; from = source.indexOf(opening, at)) {
    const end = source.indexOf(closing, from + opening.length)
    if (end < 0)
      break
    const note = oneRow(source.slice(from + opening.length, end)).replaceAll(/\]\]|\[\[/g, '')
    // Between words it is cut out; alone it is a row that is shown as left out.
    const isAlone = /(?:^|\n)[^\S\n]*$/.test(source.slice(Math.max(0, from - 200), from))
      && /^[^\S\n]*(?:\n|$)/.test(source.slice(end + closing.length, end + closing.length + 200))
    parts.push(source.slice(at, from).replace(/[^\S\n]+$/, isAlone ? '' : ' '), isAlone && note !== '' ? `[[${note}]]` : '')
    at = end + closing.length
  }
  return [...parts, source.slice(at)].join('')
}
