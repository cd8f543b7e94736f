/** Reads a script from a table: Markdown, or values that are separated by tabs, commas or semicolons. */
import type { ScriptText } from './script-lines.ts'
import type { ColumnUse } from './table-columns.ts'
import { headingLine, mostOfSpeaker, oneRow } from './script-lines.ts'
import { usesOf } from './table-columns.ts'
import { columnsOf, headsKnown, isHeadAlone } from './table-heads.ts'

const separators = ['\t', ';', ','] as const satisfies TableSeparator[]
/** What is written above a table so that Excel knows how it is separated; a tab also as people write it. */
const separatorRow = /^"?sep=([;,|\t]|\\t)"?[;,|\t ]*(?:\n|$)/i

export const tableSeparators = [',', ';', '\t', '|'] as const
/** The last one is that of a Markdown table. */
export type TableSeparator = typeof tableSeparators[number]

/** How a person wants a text to be read: as no table, or with these columns; by itself where null. */
export type TableChoice
  = | { readonly isTable: false }
    | {
      readonly isTable: true
      readonly separator: TableSeparator
      readonly hasHeads: boolean | null
      readonly uses: readonly ColumnUse[] | null
    }

/** How it was read. */
export interface TableReading {
  readonly separator: TableSeparator
  readonly hasHeads: boolean
  readonly uses: readonly ColumnUse[]
  /** The first row, whether it is one of heads or of words. */
  readonly firstRow: readonly string[]
}

export interface TableLine extends ScriptText {
  /** The row of heads again, as on each page of a print or at the beginning of the second of two files. */
  readonly isHeads?: boolean
  /** The row has more cells than there are heads: which of them are the words is a guess. */
  readonly isDoubtful?: boolean
}

/** Null where it is no table. A scene is a heading before its first line, and what is seen a direction before it; a note follows the line of its row. */
export function readTable(source: string, choice: TableChoice | null = null): { lines: TableLine[], reading: TableReading } | null {
  if (choice?.isTable === false)
    return null
  const { text, said } = separatorSaid(source)
  const asked = choice?.separator ?? said
  const found = asked === null ? tableIn(text) : { separator: asked, rows: rowsBy(text, asked) }
  if (found === null || found.rows.length === 0)
    return null
  const { separator, rows } = found
  const columns = choice?.hasHeads === false ? null : columnsOf(rows[0] ?? [])
  const width = rows[0]?.length ?? 0
  if (asked === null && columns === null && (width < 2 || width > 3))
    return null
  const hasHeads = choice?.hasHeads ?? columns !== null
  const maySplit = hasHeads && !isWider(rows, width)
  // No words have a tab: what is behind the last head is in a column without one.
  const mayJoin = maySplit && separator !== '\t'
  const guessed = usesOf(mayJoin ? rows.map(row => row.slice(0, width)) : rows, columns)
  const uses = choice?.uses?.length === guessed.length ? choice.uses : guessed
  const isLast = hasHeads && uses[width - 1] === 'text'
  const at = isLast ? width - 1 : mayJoin ? uses.indexOf('text') : -1
  const whole = rows.map(row => at < 0 ? row : joinedAt(at, row, { width, separator }))
  // Where the words are not last, another cell of the row may be the one that was cut.
  const doubtful = new Set(whole.filter((_, place) => maySplit && !isLast && hasMore(rows[place] ?? [], width)))
  return { lines: linesIn(whole, { uses, hasHeads, doubtful }), reading: { separator, hasHeads, uses, firstRow: rows[0] ?? [] } }
}

/** The row above a table that says how it is separated, apart from the table. */
function separatorSaid(source: string): { readonly text: string, readonly said: TableSeparator | null } {
  const [row = '', sign] = separatorRow.exec(source) ?? []
  const said = sign === '\\t' ? '\t' : tableSeparators.find(each => each === sign) ?? null
  return { text: source.slice(row.length), said }
}

/** Whether words are in cells that no head is above. */
function hasMore(row: readonly string[], width: number): boolean {
  return row.slice(width).some(cell => cell.trim() !== '')
}

/** Two rows or more have the same number of cells, which is more than there are heads: columns without one. */
function isWider(rows: readonly (readonly string[])[], width: number): boolean {
  const [, first = [], ...others] = rows
  return others.length > 0 && first.length > width && others.every(row => row.length === first.length)
}

/** Words with a separator of their own, which nobody has quoted, are more cells than there are heads: none is lost. */
function joinedAt(
  at: number,
  row: readonly string[],
  { width, separator }: { readonly width: number, readonly separator: TableSeparator },
): readonly string[] {
  const end = row.length - width + at + 1
  const isWhole = row.length <= width || (at < width - 1 && !hasMore(row, width))
  return isWhole ? row : [...row.slice(0, at), row.slice(at, end).join(separator), ...row.slice(end)]
}

/** In prose, a space or the end of what is said follows a comma. */
const afterComma = /^(?: |[”’»'](?: |$))/

/** By which a text might be a table: it makes as many cells, two or more, of each of the first rows. */
export function possibleSeparator(source: string): TableSeparator | null {
  const head = separatorSaid(source).text.split('\n', 50).join('\n')
  return (['\t', '|', ';', ','] as const).find((sign) => {
    const rows = head.includes(sign) ? rowsBy(head, sign) : []
    const width = rows[0]?.length ?? 0
    const isProse = (sign === ',' || sign === ';') && rows.some(row => row.some((cell, at) => at > 0 && afterComma.test(cell)))
    return rows.length > 1 && width > 1 && !isProse && rows.every(row => row.length === width)
  }) ?? null
}

function tableIn(text: string): { separator: TableSeparator, rows: string[][] } | null {
  const rows = markdownRows(text) ?? barredRows(text)
  return rows ? { separator: '|', rows } : separatedRows(text)
}

function rowsBy(text: string, separator: TableSeparator): string[][] {
  const rows = separator === '|' ? markdownRows(text) ?? text.trim().split('\n').map(cellsOfBars) : cellsOf(text, separator)
  return rows.filter(row => row.some(cell => cell.trim() !== ''))
}

interface Rows { readonly uses: readonly ColumnUse[], readonly hasHeads: boolean, readonly doubtful: ReadonlySet<readonly string[]> }

function linesIn(rows: readonly (readonly string[])[], { uses, hasHeads, doubtful }: Rows): TableLine[] {
  const cellOf = (cells: readonly string[], use: ColumnUse): string => oneRow(cells[uses.indexOf(use)] ?? '')
  const sceneHead = hasHeads ? cellOf(rows[0] ?? [], 'scene') : ''
  const heads = hasHeads ? rows[0] ?? [] : []
  let scene = ''
  return rows.slice(hasHeads ? 1 : 0).flatMap((cells) => {
    if (areHeads(cells, heads))
      return [{ speaker: '', text: '', direction: oneRow(cells.join(' ')), isHeads: true }]
    const lines: TableLine[] = []
    const found = cellOf(cells, 'scene')
    if (found !== '' && found !== scene)
      // A number alone is read as a scene only with its word.
      lines.push(headingLine(/^\d+$/.test(found) ? `${sceneHead} ${found}`.trim() : found))
    scene = found === '' ? scene : found
    const visual = cellOf(cells, 'visual')
    if (visual !== '')
      lines.push({ speaker: '', text: '', direction: visual, role: 'direction' })
    const said = cellOf(cells, 'speaker')
    const isTooLong = said.length > mostOfSpeaker
    if (isTooLong)
      lines.push({ speaker: '', text: '', direction: said, role: 'direction', isDoubtful: true })
    const line = {
      speaker: isTooLong ? '' : said,
      text: cellOf(cells, 'text'),
      direction: cellOf(cells, 'direction').replace(/^\(([^()]*)\)$/, '$1'),
      ...(isTooLong || doubtful.has(cells)) && { isDoubtful: true },
    }
    if (line.text !== '' || line.direction !== '')
      lines.push(line)
    const notes = cells.filter((_, place) => uses[place] === 'note').map(oneRow).filter(note => note !== '')
    return [...lines, ...notes.map(text => ({ speaker: '', text, direction: '', role: 'note' as const }))]
  })
}

/** Some may be missing. One alone may be a word that somebody says. */
function areHeads(cells: readonly string[], heads: readonly string[]): boolean {
  const plain = (cell = ''): string => oneRow(cell).toLowerCase()
  const filled = cells.flatMap((cell, at) => plain(cell) === '' ? [] : [plain(cell) === plain(heads[at])])
  return filled.length > 1 && filled.every(Boolean)
}

/** The first one that is not blank: it tells most texts from a table before all their rows are read. */
function firstRow(source: string): string {
  return source.trimStart().split('\n', 1)[0] ?? ''
}

function markdownRows(source: string): string[][] | null {
  if (!firstRow(source).includes('|'))
    return null
  const rows = source.split('\n').map(row => row.trim()).filter(row => row !== '')
  if (rows.length < 2 || !rows.every(row => row.includes('|')) || !isRule(rows[1] ?? ''))
    return null
  return rows.filter(row => !isRule(row)).map(cellsOfBars)
}

/** Rows of bars without a rule below the heads, where the heads say that it is a table. */
function barredRows(source: string): string[][] | null {
  if (headsKnown(columnsOf(cellsOfBars(firstRow(source)))) < 2)
    return null
  const [first = '', ...others] = source.split('\n').filter(row => row.trim() !== '')
  if (others.length === 0 || !others.every(row => row.includes('|')))
    return null
  // A first cell without words is not the edge of the table.
  const edge = first.trim().startsWith('|') ? '' : '|'
  return [first, ...others].map(row => cellsOfBars(`${edge}${row.trim()}`))
}

/** The row below the heads of a Markdown table. */
function isRule(row: string): boolean {
  return /^[|:\-\s]+$/.test(row) && row.includes('--')
}

function cellsOfBars(row: string): string[] {
  const cells = row.trim().split(/(?<!\\)\|/).map(cell => cell.trim().replaceAll('\\|', '|').replaceAll(/\*\*|__/g, ''))
  return cells.slice(row.trim().startsWith('|') ? 1 : 0, /(?<!\\)\|$/.test(row.trim()) ? -1 : undefined)
}

function separatedRows(source: string): { separator: TableSeparator, rows: string[][] } | null {
  if (!source.trim().includes('\n'))
    return null
  const [first = ''] = source.split('\n', 1)
  const separator = separatorOf(first)
  if (separator === undefined)
    return oneColumn(source, first)
  // The whole text is not read for the sake of a comma in its first row.
  const isPlain = !first.includes('"') && first.replaceAll(separator, '').trim() !== ''
  if (separator !== '\t' && isPlain && columnsOf(first.split(separator)) === null)
    return null
  const rows = cellsOf(source, separator).filter(row => row.some(cell => cell.trim() !== ''))
  const isEven = rows.every(row => row.length === rows[0]?.length)
  // Commas and semicolons are in all prose: heads tell a table, and one head alone may be a word of it.
  const known = headsKnown(columnsOf(rows[0] ?? []))
  const mayBeUneven = known > 1 || (known === 1 && separator === '\t')
  return mayBeUneven || ((known === 1 || separator === '\t') && isEven) ? { separator, rows } : null
}

/** The one that makes most heads of the first row; none of them may be in a text of one column. */
function separatorOf(first: string): TableSeparator | undefined {
  const found = separators.filter(sign => first.includes(sign))
  return found.toSorted((a, b) => knownWith(first, b) - knownWith(first, a))[0]
}

function knownWith(first: string, separator: string): number {
  return headsKnown(columnsOf(cellsOf(first, separator)[0] ?? []))
}

/** Null where the rows are paragraphs, or say who speaks. */
function oneColumn(source: string, first: string): { separator: TableSeparator, rows: string[][] } | null {
  if (!isHeadAlone(first.replaceAll('"', '')))
    return null
  const rows = cellsOf(source.trimEnd(), '\t')
  return rows.every(row => row.length === 1 && row[0]?.trim() !== '' && !/^[^:：\n]{1,40}[:：]/.test(row[0] ?? ''))
    ? { separator: '\t', rows }
    : null
}

/**
 * The cells of a text that is separated as the row above it says, else by the first of tabs, semicolons and commas in its first row; null
 * where there is none.
 */
export function separatedCells(source: string): string[][] | null {
  const { text, said } = separatorSaid(source)
  const [first = ''] = text.split('\n', 1)
  const separator = said ?? separators.find(sign => first.includes(sign))
  return separator === undefined ? null : cellsOf(text, separator)
}

/** As RFC 4180 has it: a cell in quotation marks may hold separators and line breaks, and a mark that is doubled. */
function cellsOf(source: string, separator: string): string[][] {
  const rows: string[][] = [[]]
  let [at, end] = [0, 0]
  while (at <= source.length) {
    let cell = ''
    if (source[at] === '"') {
      const parts: string[] = []
      at += 1
      for (end = source.indexOf('"', at); end >= 0 && source[end + 1] === '"'; end = source.indexOf('"', at)) {
        parts.push(source.slice(at, end + 1))
        at = end + 2
      }
      parts.push(source.slice(at, end < 0 ? undefined : end))
      cell = parts.join('')
      at = end < 0 ? source.length : end + 1
    }
    end = at
    while (end < source.length && source[end] !== separator && source[end] !== '\n')
      end += 1
    rows.at(-1)?.push(cell + source.slice(at, end))
    if (source[end] === '\n')
      rows.push([])
    at = end + 1
  }
  return rows
}
