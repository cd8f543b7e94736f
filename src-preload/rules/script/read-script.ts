/** Reads a script in whatever form people have it, as it was pasted or read from a file. */
import type { CaptionFile } from '../captions/read-file.ts'
import type { ReadRow } from './reading/read-row.ts'
import type { ReadingChoices, ScriptText } from './script-lines.ts'
import type { TableChoice, TableLine, TableReading, TableSeparator } from './table.ts'
import { readCaptionFile } from '../captions/read-file.ts'
import { withoutForeignForm } from './reading/foreign-forms.ts'
import { effectOf } from './reading/matter.ts'
import { linesOf } from './reading/read-row.ts'
import { readApart, readRows } from './reading/read-rows.ts'
import { headingOf, mostOfSpeaker, oneRow, usualChoices, withOneSpelling } from './script-lines.ts'
import { possibleSeparator, readTable } from './table.ts'

export interface ScriptReading {
  readonly rows: ReadRow[]
  readonly table: TableReading | null
  readonly maySeparate: TableSeparator | null
}

/**
 * SubRip, WebVTT, Markdown tables, CSV, TSV, or text: Fountain, screenplays, plays, names before a colon or a dash, prose.
 * Also says how a table was read, and by which separator a text that is not read as one might be one.
 */
export function readScriptAs(source: string, choice: TableChoice | null = null): ScriptReading {
  const text = withoutForeignForm(tidied(source))
  const captions = readCaptions(text)
  if (captions)
    return { rows: withOneSpelling(captions), table: null, maySeparate: null }
  const table = readTable(text, choice)
  const rows = table ? tableRows(table) : readRows(text)
  // What was read as a table by itself can be read as one again.
  const found = table ?? (choice === null ? null : readTable(text))
  return { rows: withOneSpelling(rows), table: table?.reading ?? null, maySeparate: found?.reading.separator ?? possibleSeparator(text) }
}

export function readScript(source: string, choices: ReadingChoices = usualChoices): ScriptText[] {
  return linesOf(readScriptAs(source).rows, choices)
}

/** Where no column says who speaks, the words may: `NARRATOR (V.O.): …`, `SFX: …`. */
function tableRows({ lines, reading }: { lines: readonly TableLine[], reading: TableReading }): ReadRow[] {
  const rows = lines.map(line => tableRow(reading.hasHeads ? line : withRemarkApart(line)))
  if (reading.uses.includes('speaker'))
    return rows
  const apart = readApart(rows.map(({ kind, direction, text }) => kind === 'speech' && direction === '' ? text : ''))
  return rows.map((row, at) => {
    const [found, ...more] = apart[at] ?? []
    return found && more.length === 0 && found.form !== 'words' ? { ...found, isDoubtful: found.isDoubtful || row.isDoubtful } : row
  })
}

/** A table that only tabs tell is a script as people type it: `TOM⇥(OFF) Who else?` */
function withRemarkApart(line: TableLine): TableLine {
  const [all = '', how = ''] = /^\(([^()]{1,200})\)\s*(?=\S)/.exec(line.text) ?? []
  return all === '' || line.direction !== '' ? line : { ...line, direction: how, text: line.text.slice(all.length) }
}

function tableRow({ isHeads = false, isDoubtful = false, ...line }: TableLine): ReadRow {
  const written = oneRow([line.speaker, line.direction, line.text].join(' '))
  const isEffect = line.speaker !== '' && line.text !== '' && effectOf(`${line.speaker}: ${line.text}`) !== null
  if (isEffect)
    return { ...line, speaker: '', text: '', direction: written, kind: 'effect', form: 'effect', written, isDoubtful }
  // Nobody says what is in brackets as a whole.
  const aside = line.speaker === '' && line.direction === '' ? /^[(（]([^()（）]{1,2000})[)）]$/.exec(line.text)?.[1] : undefined
  if (aside !== undefined)
    return { ...line, text: '', direction: aside, kind: 'direction', form: 'table', written, isDoubtful }
  const silent = line.role === 'note' || line.role === 'direction' ? line.role : null
  const kind = silent ?? (headingOf(line) !== null ? 'heading' : line.text === '' ? 'direction' : 'speech')
  return { ...line, ...isHeads ? { kind: 'left-out', form: 'furniture' } : { kind, form: 'table' }, written, isDoubtful }
}

/** Rows of a caption file that are no line of the script, as they are not understood; none in any other text. */
export function strayRowsIn(source: string): Pick<CaptionFile, 'stray' | 'strayCount'> {
  const { stray, strayCount } = captionsIn(tidied(source)) ?? { stray: [], strayCount: 0 }
  return { stray, strayCount }
}

function tidied(source: string): string {
  return source.replace(/^\uFEFF/, '').normalize('NFC').replaceAll(/\r\n?|[\u2028\u2029]/g, '\n').replaceAll(/[\u200B\u00AD]|^\u200E/gm, '')
}

function captionsIn(text: string): CaptionFile | null {
  // Anything else would be read for times in vain.
  return /-->|[–—]>|→|--&gt;/.test(text) ? readCaptionFile(text) : null
}

/** Names are known by all captions: one that comes twice is no sentence with a colon. Two people may share a caption, a row each. */
function readCaptions(text: string): ReadRow[] | null {
  const found = captionsIn(text)?.captions
  if (!found)
    return null
  const named = withNamesAbove(found)
  if (named)
    return named
  const nameless = found.flatMap(caption => caption.speaker === '' ? turnsOf(caption.text) : [])
  const rows = readApart(nameless)
  let at = 0
  return found.flatMap(({ speaker, text: written }): ReadRow[] => {
    if (speaker === '') {
      const from = at
      at += turnsOf(written).length
      return rows.slice(from, at).flat()
    }
    const words = oneRow(written)
    const isTooLong = speaker.length > mostOfSpeaker
    const line = { speaker: isTooLong ? '' : speaker, text: words, direction: '' }
    const read: ReadRow = { ...line, kind: 'speech', form: 'caption', written: words, isDoubtful: isTooLong }
    const above: ReadRow = { ...read, speaker: '', text: '', direction: speaker, kind: 'direction', written: speaker }
    return isTooLong ? [above, read] : [read]
  })
}

const nameRow = /^\p{Lu}[\p{L}\p{M}.'’-]{0,30}(?:,? \p{Lu}[\p{L}\p{M}.'’-]{0,30}){0,3}(?: \([^()]{1,40}\))?$/u

/** Meetings are written with the name of who speaks in a row above the words, in each caption; null for others. */
function withNamesAbove(captions: CaptionFile['captions']): ReadRow[] | null {
  const all = captions.map(({ speaker, text }) => {
    const [name = '', ...words] = speaker === '' ? text.split('\n') : []
    return { speaker: name.trim(), text: oneRow(words.join(' ')), written: oneRow(text) }
  })
  const names = new Set(all.map(({ speaker }) => speaker))
  const areNames = all.length > 1 && all.every(({ speaker, text }) => text !== '' && nameRow.test(speaker))
  if (!areNames || (names.size === all.length && ![...names].every(name => name.includes(', '))))
    return null
  return all.map(row => ({ ...row, direction: '', kind: 'speech', form: 'caption', isDoubtful: false }))
}

const turn = /^(?:>{2,3}|[-–—](?!\d))\s?/

/** The parts of a caption that different people say: each begins with a dash or `>>` on a row of its own. */
function turnsOf(text: string): string[] {
  const turns: string[][] = []
  for (const row of text.split('\n')) {
    if (turn.test(row) || turns.length === 0)
      turns.push([row.replace(turn, '')])
    else
      turns.at(-1)?.push(row)
  }
  return turns.map(rows => oneRow(rows.join(' ')))
}
