/** Settings in MP4, M4A and QuickTime: a box of XMP behind all others (ISO/IEC 14496-12, 11.1; XMP, part 3). */
import type { FileBytes, Format } from './file-bytes.ts'
import { Buffer } from 'node:buffer'
import { mostParts, mostSettingsBytes } from './file-bytes.ts'

const xmp = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex')
/** In which a signature is: it names the hash of all other bytes (C2PA). */
const c2pa = Buffer.from('d8fec3d61b0e483c92975828877ec481', 'hex')
const space = 'https://takeroom.app/ns/1.0/'

interface Box { readonly at: number, readonly name: string, readonly head: number, readonly length: number }

/** Null where the last one has no length of its own: whatever comes behind would be part of it. */
async function boxesOf(file: FileBytes): Promise<Box[] | null> {
  const boxes: Box[] = []
  for (let at = 0; at < file.size && boxes.length < mostParts;) {
    const start = await file.read(at, 16)
    if (start.length < 8)
      return null
    const short = start.readUInt32BE(0)
    const isLong = short === 1 && start.length === 16
    const length = isLong ? Number(start.readBigUInt64BE(8)) : short
    const box = { at, name: start.toString('latin1', 4, 8), head: isLong ? 16 : 8, length }
    if (length < box.head || at + length > file.size)
      return null
    boxes.push(box)
    at += length
  }
  return boxes.some(({ name }) => name === 'moov') ? boxes : null
}

async function isOf(file: FileBytes, { at, name, head }: Box, id: Buffer): Promise<boolean> {
  return name === 'uuid' && (await file.read(at + head, 16)).equals(id)
}

const entities: Readonly<Record<string, string>>
  = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\n': '&#xA;', '\r': '&#xD;', '\t': '&#x9;' }
const signs = new Map(Object.entries(entities).map(([sign, entity]) => [entity, sign]))
const escaped = (text: string): string => text.replaceAll(/[&<>"\n\r\t]/g, sign => entities[sign] ?? sign)
const unescaped = (text: string): string => text.replaceAll(/&#?\w{2,4};/g, entity => signs.get(entity) ?? entity)

function packetOf(settings: string, words: string): string {
  const described = words === ''
    ? ''
    : `<dc:description><rdf:Alt><rdf:li xml:lang="x-default">${escaped(words)}</rdf:li></rdf:Alt></dc:description>`
  return [
    '<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    `<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:takeroom="${space}" takeroom:settings="${escaped(settings)}">`,
    `${described}</rdf:Description></rdf:RDF></x:xmpmeta>`,
    '<?xpacket end="r"?>',
  ].join('')
}

async function ours(file: FileBytes): Promise<{ box: Box, settings: string } | null> {
  for (const box of (await boxesOf(file) ?? []).toReversed()) {
    if (box.length > mostSettingsBytes * 6 || !await isOf(file, box, xmp))
      continue
    const packet = (await file.read(box.at + box.head + 16, box.length - box.head - 16)).toString()
    const [, found] = /\stakeroom:settings="([^"]*)"/.exec(packet) ?? []
    if (found !== undefined)
      return { box, settings: unescaped(found) }
  }
  return null
}

export const mp4: Format = {
  async put(file, { settings, words }) {
    const boxes = await boxesOf(file)
    if (!boxes)
      return null
    for (const box of boxes) {
      // Players read one packet.
      if (await isOf(file, box, c2pa) || await isOf(file, box, xmp))
        return null
    }
    const content = Buffer.concat([xmp, Buffer.from(packetOf(settings, words))])
    const head = Buffer.from('\0\0\0\0uuid', 'latin1')
    head.writeUInt32BE(content.length + 8)
    const bytes = Buffer.concat([head, content])
    // A table of fragments is found by the last bytes of a file.
    const last = boxes.at(-1)
    const at = last?.name === 'mfra' ? last.at : file.size
    return [{ from: 0, to: at }, { bytes }, { from: at, to: file.size }]
  },
  find: async file => (await ours(file))?.settings ?? null,
  async strip(file) {
    const box = (await ours(file))?.box
    return box ? [{ from: 0, to: box.at }, { from: box.at + box.length, to: file.size }] : null
  },
}
