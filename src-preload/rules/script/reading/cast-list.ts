/** The list of who is in a play, above it: nobody says it. */
import { speakerKey } from '../script-lines.ts'
import { chapterOf, slugOf } from './matter.ts'

const heads = 'cast(?: list| of characters)?|characters?(?: list)?|list of characters|dramatis personae?|dramatis personæ|persons (?:of|in) the play|personen|personnages|personajes|personaggi|personagens|действующие лица|人物表?|角色表?|登場人物|登场人物|剧中人物'
const head = new RegExp(`^(?:the )?(?:${heads})\\s?[:：.]?$`, 'iu')
/** How each of them begins, found faster than without its marks. */
const mayBeHead = /^(?:[#*_•\-人角登剧]|the|cast|char|list|dram|pers|действ)/iu
/** What ends the name of an entry. */
const between = /[,，:：(（–—\t]| [- ]|\.\./
const name = /^\p{L}[\p{L}\p{M}\p{N} .'’"“”-]{0,40}$/u

const plain = (row: string): string => row.replace(/^(?:#{1,6}\s|[-*•]\s)\s*/, '').replaceAll(/\*\*|__/g, '').trim()

/** The places of its head and its rows, with the names; rows are trimmed. It ends where a name comes back: there somebody speaks. */
export function castRowsIn(rows: readonly string[]): ReadonlyMap<number, string | null> {
  const found = new Map<number, string | null>()
  for (const [at, row] of rows.entries()) {
    if (row.length > 60 || !mayBeHead.test(row) || !head.test(plain(row)))
      continue
    const entries = entriesFrom(rows, at + 1)
    if (entries.length > 1) {
      found.set(at, null)
      entries.forEach(each => found.set(each.at, each.name))
    }
  }
  return found
}

function entriesFrom(rows: readonly string[], start: number): { at: number, name: string | null }[] {
  const first = rows.findIndex((row, at) => at >= start && row !== '')
  // Rows below each other end with a blank one; rows that are paragraphs of their own where something else begins.
  const areApart = first >= 0 && (rows[first + 1] ?? '') === ''
  const names = new Set<string>()
  const found: { at: number, name: string | null }[] = []
  for (let at = first; at >= 0 && at < rows.length; at += 1) {
    const row = plain(rows[at] ?? '')
    if (row === '') {
      if (areApart)
        continue
      break
    }
    if (row.length > 200 || slugOf(row) !== null || chapterOf(row) !== null || rows[at]?.startsWith('#') === true)
      break
    const said = row.split(between, 1)[0]?.trim() ?? ''
    const isName = name.test(said)
    // Not a name: the rest of the row above.
    if (!isName && (areApart || found.length === 0))
      break
    if (isName && names.has(speakerKey(said)))
      break
    if (isName)
      names.add(speakerKey(said))
    found.push({ at, name: isName ? said : null })
  }
  return found
}
