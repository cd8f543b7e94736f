/** Settings in PNG: a text chunk in front of the picture's data (PNG, 3rd edition, 11.3.3.4). */
import type { FileBytes, Format } from './file-bytes.ts'
import { Buffer } from 'node:buffer'
import { crc32 } from 'node:zlib'
import { mostParts, mostSettingsBytes } from './file-bytes.ts'

const signature = Buffer.from([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
const keyword = 'takeroom'
/** Of an international text that is not compressed, in no language that is named, with the keyword as it is. */
const plainText = '\0\0\0\0\0'

interface Chunk { readonly at: number, readonly name: string, readonly length: number }

/** Up to the first one with data, of which a picture may have thousands. */
async function chunksOf(file: FileBytes): Promise<Chunk[] | null> {
  if (!(await file.read(0, 8)).equals(signature))
    return null
  const chunks: Chunk[] = []
  for (let at = 8; chunks.length < mostParts;) {
    const head = await file.read(at, 8)
    if (head.length < 8)
      return null
    const chunk = { at, length: head.readUInt32BE(0), name: head.toString('latin1', 4, 8) }
    chunks.push(chunk)
    at += chunk.length + 12
    if (at > file.size)
      return null
    if (chunk.name === 'IDAT')
      return chunks
  }
  return null
}

function textChunk(key: string, text: string): Buffer {
  const content = Buffer.concat([Buffer.from(`iTXt${key}${plainText}`, 'latin1'), Buffer.from(text)])
  const chunk = Buffer.alloc(content.length + 8)
  chunk.writeUInt32BE(content.length - 4, 0)
  content.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(content), content.length + 4)
  return chunk
}

const start = Buffer.from(`${keyword}${plainText}`, 'latin1')

/** The last one is the newest. */
async function ours(file: FileBytes, chunks: readonly Chunk[] | null): Promise<Chunk | null> {
  for (const chunk of (chunks ?? []).toReversed()) {
    const mayBe = chunk.name === 'iTXt' && chunk.length <= mostSettingsBytes + start.length
    if (mayBe && (await file.read(chunk.at + 8, start.length)).equals(start))
      return chunk
  }
  return null
}

export const png: Format = {
  async put(file, { settings, words }) {
    const chunks = await chunksOf(file)
    const data = chunks?.at(-1)
    // A signed picture (C2PA) names the hash of all other bytes.
    if (!chunks || !data || chunks.some(chunk => chunk.name === 'caBX'))
      return null
    const isWhole = (await file.read(file.size - 8, 4)).toString('latin1') === 'IEND'
    if (!isWhole)
      return null
    const bytes = Buffer.concat([textChunk(keyword, settings), ...words === '' ? [] : [textChunk('Description', words)]])
    return [{ from: 0, to: data.at }, { bytes }, { from: data.at, to: file.size }]
  },
  async find(file) {
    const found = await ours(file, await chunksOf(file))
    return found ? (await file.read(found.at + 8, found.length)).toString('utf8', start.length) : null
  },
  async strip(file, words) {
    const found = await ours(file, await chunksOf(file))
    if (!found)
      return null
    const end = found.at + found.length + 12
    const described = textChunk('Description', words)
    const isOurs = words !== '' && (await file.read(end, described.length)).equals(described)
    return [{ from: 0, to: found.at }, { from: isOurs ? end + described.length : end, to: file.size }]
  },
}
