/** Settings in WAV: a chunk of our own behind the sound, and the usual comment, which other programs show. */
import type { FileBytes, Format } from './file-bytes.ts'
import { Buffer } from 'node:buffer'
import { mostParts, mostSettingsBytes } from './file-bytes.ts'

const ours = 'tkrm'
const mostFile = 2 ** 32 - 2 ** 21

interface Chunk { readonly at: number, readonly name: string, readonly length: number }

/** Null where the file does not end where its head says: a bigger one (RF64), or one that is still being written. */
async function chunksOf(file: FileBytes): Promise<Chunk[] | null> {
  const head = await file.read(0, 12)
  if (head.length < 12 || head.toString('latin1', 0, 4) !== 'RIFF' || head.toString('latin1', 8, 12) !== 'WAVE')
    return null
  if (head.readUInt32LE(4) + 8 !== file.size || file.size % 2 !== 0)
    return null
  const chunks: Chunk[] = []
  for (let at = 12; at < file.size && chunks.length < mostParts;) {
    const start = await file.read(at, 8)
    if (start.length < 8)
      return null
    const chunk = { at, name: start.toString('latin1', 0, 4), length: start.readUInt32LE(4) }
    chunks.push(chunk)
    at += 8 + chunk.length + chunk.length % 2
    if (at > file.size)
      return null
  }
  return chunks
}

function chunkOf(name: string, content: Buffer): Buffer {
  const head = Buffer.from(`${name}\0\0\0\0`, 'latin1')
  head.writeUInt32LE(content.length, 4)
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)])
}

async function hasComment(file: FileBytes, chunks: readonly Chunk[]): Promise<boolean> {
  for (const { at, name, length } of chunks) {
    if (name === 'LIST' && (await file.read(at + 8, Math.min(length, mostSettingsBytes))).includes('ICMT'))
      return true
  }
  return false
}

/** As other programs read and show it. */
function commentOf(words: string): Buffer {
  return chunkOf('LIST', Buffer.concat([Buffer.from('INFO'), chunkOf('ICMT', Buffer.from(`${words}\0`))]))
}

/** What the head of a file of this size says. */
function sizeOf(bytes: number): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt32LE(bytes - 8)
  return size
}

function settingsOf(chunks: readonly Chunk[] | null): Chunk | undefined {
  return chunks?.findLast(({ name, length }) => name === ours && length <= mostSettingsBytes)
}

export const wav: Format = {
  async put(file, { settings, words }) {
    const chunks = await chunksOf(file)
    if (!chunks || file.size > mostFile || chunks.some(({ name }) => name === 'C2PA'))
      return null
    const isCommented = words === '' || await hasComment(file, chunks)
    const bytes = Buffer.concat([chunkOf(ours, Buffer.from(settings)), ...isCommented ? [] : [commentOf(words)]])
    return [{ from: 0, to: 4 }, { bytes: sizeOf(file.size + bytes.length) }, { from: 8, to: file.size }, { bytes }]
  },
  async find(file) {
    const found = settingsOf(await chunksOf(file))
    return found ? (await file.read(found.at + 8, found.length)).toString() : null
  },
  async strip(file, words) {
    const found = settingsOf(await chunksOf(file))
    if (!found)
      return null
    const comment = commentOf(words)
    const end = found.at + 8 + found.length + found.length % 2
    const isOurs = words !== '' && (await file.read(end, comment.length)).equals(comment)
    const to = isOurs ? end + comment.length : end
    return [{ from: 0, to: 4 }, { bytes: sizeOf(file.size - (to - found.at)) }, { from: 8, to: found.at }, { from: to, to: file.size }]
  },
}
