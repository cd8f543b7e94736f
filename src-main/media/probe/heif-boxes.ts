/** What AVIF and HEIC say of their picture next to its pixels (ISO/IEC 23008-12): how it is turned, and its colours. */

export interface HeifFacts {
  /** As EXIF counts, 1 to 8: it stands in for what a file of this kind says in two steps. */
  readonly orientation: number
  readonly profile: Buffer | null
  /** The numbers of ITU-T H.273; null where the file leaves them to the stream. */
  readonly primaries: number | null
  readonly transfer: number | null
  readonly matrix: number | null
}

/** Turned anticlockwise by quarters, then not mirrored, top to bottom, or left to right. */
const orientations: readonly (readonly [number, number, number])[] = [[1, 4, 2], [8, 5, 7], [3, 2, 4], [6, 7, 5]]

/** Of its main picture. What is damaged says nothing. */
export function readHeif(file: Buffer): HeifFacts {
  const meta = find(file, 'meta')?.subarray(4)
  const properties = meta && find(meta, 'iprp')
  const list = properties && find(properties, 'ipco')
  const all = list ? boxesOf(list) : []
  const main = meta ? find(meta, 'pitm') : null
  const ipma = properties ? find(properties, 'ipma') : null
  const mainId = main && main.length >= 6 ? (main[0] === 0 ? main.readUInt16BE(4) : main.length >= 8 ? main.readUInt32BE(4) : null) : null
  const own = mainId === null || !ipma ? all : associated(ipma, mainId).flatMap(at => all[at - 1] ?? [])
  const { turn, mirror } = own.reduce((sum, { type, body }) => ({
    turn: type === 'irot' ? (body[0] ?? 0) & 3 : sum.turn,
    mirror: type === 'imir' ? 1 + ((body[0] ?? 0) & 1) : sum.mirror,
  }), { turn: 0, mirror: 0 })
  const colours = own.filter(({ type }) => type === 'colr').map(({ body }) => body)
  const profile = colours.find(body => ['prof', 'rICC'].includes(body.toString('latin1', 0, 4)))?.subarray(4) ?? null
  const named = colours.find(body => body.toString('latin1', 0, 4) === 'nclx' && body.length >= 10)
  return {
    orientation: orientations[turn]?.[mirror] ?? 1,
    profile,
    primaries: named?.readUInt16BE(4) ?? null,
    transfer: named?.readUInt16BE(6) ?? null,
    matrix: named?.readUInt16BE(8) ?? null,
  }
}

interface Box { readonly type: string, readonly body: Buffer }

const mostBoxes = 1000

function boxesOf(bytes: Buffer): Box[] {
  const boxes: Box[] = []
  for (let at = 0; at + 8 <= bytes.length && boxes.length < mostBoxes;) {
    const short = bytes.readUInt32BE(at)
    const isLong = short === 1 && at + 16 <= bytes.length
    const header = isLong ? 16 : 8
    const length = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : short === 0 ? bytes.length - at : short
    if (length < header)
      break
    boxes.push({ type: bytes.toString('latin1', at + 4, at + 8), body: bytes.subarray(at + header, at + length) })
    at += length
  }
  return boxes
}

function find(bytes: Buffer, type: string): Buffer | null {
  return boxesOf(bytes).find(box => box.type === type)?.body ?? null
}

/** Places of the properties of an item, from 1. */
function associated(ipma: Buffer, item: number): number[] {
  const isLong = (ipma[3] ?? 0) & 1
  const idLength = ipma[0] === 0 ? 2 : 4
  let at = 8
  try {
    for (let entry = ipma.readUInt32BE(4); entry > 0; entry--) {
      const id = ipma.readUIntBE(at, idLength)
      const count = ipma.readUInt8(at + idLength)
      at += idLength + 1
      const places = Array.from({ length: count }, (_, index) =>
        isLong ? ipma.readUInt16BE(at + index * 2) & 0x7FFF : ipma.readUInt8(at + index) & 0x7F)
      if (id === item)
        return places
      at += count * (isLong ? 2 : 1)
    }
  }
  catch {
    // It ends early.
  }
  return []
}
