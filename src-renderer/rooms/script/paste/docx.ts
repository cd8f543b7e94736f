/** The words of a Word document, a row for each paragraph; headings begin with `#`, cells of tables are separated by tabs. */
import { textInZip } from './unzip.ts'

/** More than a script can have. */
const mostUnpacked = 24 * 1024 * 1024
const partName = 'word/document.xml'

/** Null for a file that is no Word document, is damaged, or unpacks to more than a script can have. */
export async function readDocx(bytes: Uint8Array): Promise<string | null> {
  const xml = await textInZip(bytes, partName, mostUnpacked)
  return xml === null ? null : textOfXml(xml)
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: '\'' }

function textOfXml(xml: string): string {
  const rows: string[] = []
  let row = ''
  let [isHeading, isText, depth] = [false, false, 0]
  for (const piece of xml.split('<')) {
    const end = piece.indexOf('>')
    const tag = end < 0 ? '' : piece.slice(0, end)
    const name = /^\/?[\w:]{1,40}/.exec(tag)?.[0] ?? ''
    if (name === 'w:t') {
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

function unescaped(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined)
      return entities[name] ?? whole
    const point = decimal !== undefined ? Number(decimal) : Number.parseInt(hex ?? '', 16)
    return point > 31 && point <= 0x10FFFF ? String.fromCodePoint(point) : whole
  })
}
