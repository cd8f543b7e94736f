/** Whether an answer is whole by what it contains, whatever its transfer said: JSON that can be read, and media that have their end. */
import type { PartFile } from './wire/part-file.ts'
import { sniff, sniffLength } from '../base/magic.ts'
import { readWavHead } from '../base/wav.ts'
import { parseJson } from './json.ts'

const mostJsonBytes = 64 * 2 ** 20
const mostBoxes = 10_000

/** False also where that cannot be told, as for plain text, MP3 and samples. */
export async function isWholeByContent(file: Pick<PartFile, 'read' | 'sizeBytes'>): Promise<boolean> {
  const { sizeBytes } = file
  const head = await file.read(Math.min(sniffLength, sizeBytes), 0)
  const tail = Buffer.from(await file.read(Math.min(32, sizeBytes), Math.max(0, sizeBytes - 32)))
  switch (sniff(head)?.extension) {
    case 'png': return tail.subarray(-12).toString('latin1').startsWith('\0\0\0\0IEND')
    case 'jpg': return tail.subarray(-2).equals(Buffer.from([0xFF, 0xD9]))
    case 'gif': return tail.at(-1) === 0x3B
    case 'webp': return Buffer.from(head).readUInt32LE(4) + 8 <= sizeBytes
    case 'wav': return endsAsSaid(head, sizeBytes)
    case 'mp4':
    case 'mov':
    case 'm4a': return boxesEnd(file)
    default: return sizeBytes <= mostJsonBytes && /^\s*[{[]/.test(Buffer.from(head).toString('latin1'))
      && parseJson(Buffer.from(await file.read(sizeBytes, 0)).toString()) !== undefined
  }
}

/** Less than a frame may be missing: it would not be heard. */
function endsAsSaid(head: Uint8Array, sizeBytes: number): boolean {
  const wav = readWavHead(head, sizeBytes)
  const frameLength = wav ? wav.channels * wav.bitsPerSample / 8 : 0
  return wav !== null && wav.claimedBytes !== null && wav.dataOffset + wav.claimedBytes < sizeBytes + frameLength
}

/** ISO/IEC 14496-12 §4.2: the boxes fill the file, and the index and the media are among them. */
async function boxesEnd(file: Pick<PartFile, 'read' | 'sizeBytes'>): Promise<boolean> {
  const seen = new Set<string>()
  let at = 0
  for (let count = 0; at < file.sizeBytes && count < mostBoxes; count += 1) {
    const box = Buffer.from(await file.read(16, at))
    if (box.length < 8)
      return false
    const short = box.readUInt32BE(0)
    const length = short === 1 && box.length === 16 ? Number(box.readBigUInt64BE(8)) : short
    // To the end of the file, wherever that is: then its end cannot be told.
    if (length < 8)
      return false
    seen.add(box.toString('latin1', 4, 8))
    at += length
  }
  return at === file.sizeBytes && seen.has('moov') && (seen.has('mdat') || seen.has('moof'))
}
