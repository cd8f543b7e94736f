/** The words of a Word document, a row for each paragraph; headings begin with `#`, cells of tables are separated by tabs. */
import type { OpenZip } from '../../../parts/files/unzip.ts'
import { unescaped } from './entities.ts'

export const documentName = 'word/document.xml'

/** Words that are in the document twice: before a tracked move, and in text boxes for old programs. */
const leftOut = new Set(['w:moveFrom', 'mc:Fallback'])

/** @throws ZipError for a file that is damaged, or unpacks to more than a script can have */
export async function readDocx(zip: OpenZip): Promise<string> {
  return textOfXml(await zip.textOf(documentName) ?? '')
}

function textOfXml(xml: string): string {
  const rows: string[] = []
  let row = ''
  let [isHeading, isText, depth] = [false, false, 0]
  /** The element whose end is waited for. */
  let outside = ''
  for (const piece of xml.split('<')) {
    const end = piece.indexOf('>')
    const tag = end < 0 ? '' : piece.slice(0, end)
    const name = /^\/?[\w:]{1,40}/.exec(tag)?.[0] ?? ''
    if (outside !== '') {
      outside = name === `/${outside}` ? '' : outside
    }
    else if (leftOut.has(name) && !tag.endsWith('/')) {
      outside = name
    }
    else if (name === 'w:t') {
      isText = !tag.endsWith('/')
    }
    else if (name === '/w:t') {
      isText = false
    }
    else if (name === 'w:tab') {
      row += ' '
    }
    else if (name === 'w:br' || name === 'w:cr') {
      row += depth > 0 ? ' ' : '\n'
    }
    else if (name === 'w:pStyle' && /w:val="(?:Heading|Title)/i.test(tag)) {
      isHeading = true
    }
    else if (name === 'w:tr') {
      depth += 1
    }
    else if (name === 'w:p' && depth > 0 && row !== '' && !row.endsWith('\t')) {
      // The paragraphs of one cell are one text.
      row += ' '
    }
    else if (name === '/w:tc') {
      row += '\t'
    }
    else if (name === '/w:tr' || (name === '/w:p' && depth === 0)) {
      depth -= name === '/w:tr' ? 1 : 0
      rows.push(`${isHeading && row.trim() !== '' ? '# ' : ''}${name === '/w:tr' ? row.replace(/\t$/, '') : row}`)
      row = ''
      isHeading = false
    }
    if (isText && end >= 0)
      row += unescaped(piece.slice(end + 1))
  }
  return rows.join('\n')
}
