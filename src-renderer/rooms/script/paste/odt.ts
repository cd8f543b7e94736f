/** The words of a document of LibreOffice, a row for each paragraph; headings begin with `#`, cells of tables are separated by tabs. */
import type { OpenZip } from '../../../parts/files/unzip.ts'
import { piecesOf } from './markup.ts'

export const openDocumentName = 'content.xml'

/** What is not on the page: words that were deleted, notes, comments, and the code of the document. */
const leftOut = new Set([
  ...['tracked-changes', 'note', 'annotation', 'sequence-decls', 'scripts', 'font-face-decls', 'automatic-styles', 'forms'],
])
const mostSpaces = 100

/** @throws ZipError for a file that is damaged, or unpacks to more than a script can have */
export async function readOdt(zip: OpenZip): Promise<string> {
  return textOfXml(await zip.textOf(openDocumentName) ?? '')
}

function textOfXml(xml: string): string {
  const rows: string[] = []
  let [row, cells, level] = ['', 0, 0]
  /** The element whose end is waited for, and how many of its name are open. */
  let outside = { name: '', depth: 0 }
  for (const piece of piecesOf(xml)) {
    if (typeof piece === 'string') {
      // Spaces that are meant have tags of their own.
      row += outside.name === '' && (level > 0) ? piece.replaceAll(/\s+/g, ' ') : ''
      continue
    }
    const { name, kind } = piece
    if (outside.name !== '') {
      const change = name !== outside.name || kind === 'empty' ? 0 : kind === 'start' ? 1 : -1
      outside = outside.depth + change === 0 ? { name: '', depth: 0 } : { ...outside, depth: outside.depth + change }
    }
    else if (leftOut.has(name)) {
      outside = kind === 'start' ? { name, depth: 1 } : outside
    }
    else if (name === 'table-row') {
      cells += kind === 'start' ? 1 : 0
      if (kind === 'end') {
        rows.push(row.replace(/\t$/, ''))
        row = ''
        cells -= 1
      }
    }
    else if (name === 'table-cell') {
      row += kind === 'start' ? '' : '\t'
    }
    else if (name === 'p' || name === 'h') {
      level += kind === 'start' ? 1 : kind === 'end' ? -1 : 0
      if (cells > 0)
        row += kind === 'start' && row !== '' && !row.endsWith('\t') ? ' ' : ''
      else if (kind !== 'start' && level === 0)
        rows.push(`${name === 'h' && row.trim() !== '' ? '# ' : ''}${row}`)
      if (cells === 0 && kind !== 'start' && level === 0)
        row = ''
    }
    else if (name === 'tab') {
      row += ' '
    }
    else if (name === 'line-break') {
      row += cells > 0 ? ' ' : '\n'
    }
    else if (name === 's') {
      row += ' '.repeat(Math.min(mostSpaces, Number(piece.attribute('text:c') ?? 1) || 1))
    }
  }
  return rows.join('\n')
}
