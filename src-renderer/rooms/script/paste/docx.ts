/**
 * The words of a Word document, a row for each paragraph; headings begin with `#`, cells of tables are separated by tabs. Only the one
 * part that holds the words is unpacked, and never more of it than a script can have: a small file may claim to be endless.
 */

const mostUnpacked = 24 * 1024 * 1024
const partName = 'word/document.xml'

/** Null for a file that is no Word document, is damaged, or unpacks to more than a script can have. */
export async function readDocx(bytes: Uint8Array<ArrayBuffer>): Promise<string | null> {
  const part = findPart(bytes)
  const xml = part && await unpacked(part.packed, part.method)
  return xml === null ? null : textOfXml(xml)
}

/** The list of contents stands at the end of a ZIP file: what it says counts, as for every other program. */
function findPart(bytes: Uint8Array<ArrayBuffer>): { packed: Uint8Array<ArrayBuffer>, method: number } | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const least = Math.max(0, bytes.length - 22 - 65_535)
  let end = bytes.length - 22
  while (end >= least && view.getUint32(end, true) !== 0x06054B50)
    end -= 1
  if (end < least)
    return null
  let at = view.getUint32(end + 16, true)
  for (let count = view.getUint16(end + 10, true); count > 0; count--) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== 0x02014B50)
      return null
    const [nameLength, more, remark] = [28, 30, 32].map(offset => view.getUint16(at + offset, true)) as [number, number, number]
    if (new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength)) === partName) {
      return packedPart(bytes, view, {
        from: view.getUint32(at + 42, true),
        size: view.getUint32(at + 20, true),
        method: view.getUint16(at + 10, true),
      })
    }
    at += 46 + nameLength + more + remark
  }
  return null
}

function packedPart(
  bytes: Uint8Array<ArrayBuffer>,
  view: DataView,
  { from, size, method }: { from: number, size: number, method: number },
): { packed: Uint8Array<ArrayBuffer>, method: number } | null {
  if (from + 30 > bytes.length || view.getUint32(from, true) !== 0x04034B50)
    return null
  const start = from + 30 + view.getUint16(from + 26, true) + view.getUint16(from + 28, true)
  return start + size > bytes.length ? null : { packed: bytes.subarray(start, start + size), method }
}

async function unpacked(packed: Uint8Array<ArrayBuffer>, method: number): Promise<string | null> {
  if (method === 0)
    return packed.length > mostUnpacked ? null : new TextDecoder().decode(packed)
  if (method !== 8)
    return null
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  const decoder = new TextDecoder()
  const parts: string[] = []
  let size = 0
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      size += piece.value.length
      if (size > mostUnpacked) {
        await reader.cancel()
        return null
      }
      parts.push(decoder.decode(piece.value, { stream: true }))
    }
  }
  catch {
    return null // Damaged.
  }
  return parts.join('') + decoder.decode()
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
