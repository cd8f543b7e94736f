/** Writes the pictures of a film as numbered PNG files: its samples are such files already, to which only the mark is added. */
import type { FileHandle } from 'node:fs/promises'
import type { Mark } from '../plan/render-plan.ts'
import type { Box } from './iso-boxes.ts'
import { createHash } from 'node:crypto'
import { open, writeFile } from 'node:fs/promises'
import { markPng } from '../mark/mark-picture.ts'
import { xmpOf } from '../mark/xmp.ts'
import { boxesIn, boxesWithin, readAt } from './iso-boxes.ts'

export interface WrittenFrames {
  readonly count: number
  readonly sizeBytes: number
  /** Of all files, one after another. */
  readonly sha256: string
}

/**
 * `film` is the MOV of `renderPlan`, `pathOf` the absolute path of a file, by its number from 0 on, in a folder that exists. Nothing is
 * flushed: thousands of files are, together, when their folder is placed. Throws `signal.reason`, and where the film is not what it
 * should be.
 */
export async function writeFrames(
  film: string,
  { pathOf, mark, signal }: { readonly pathOf: (at: number) => string, readonly mark: Mark | null, readonly signal: AbortSignal },
): Promise<WrittenFrames> {
  const file = await open(film)
  try {
    const xmp = mark && Buffer.from(xmpOf(mark))
    const samples = await samplesOf(file)
    const hash = createHash('sha256')
    let sizeBytes = 0
    for (const [at, { from, length }] of samples.entries()) {
      signal.throwIfAborted()
      const png = await marked(await wholePng(file, from, length), xmp)
      await writeFile(pathOf(at), png, { flag: 'wx' })
      hash.update(png)
      sizeBytes += png.length
    }
    return { count: samples.length, sizeBytes, sha256: hash.digest('hex') }
  }
  finally {
    await file.close()
  }
}

const signature = Buffer.from('89504E470D0A1A0A', 'hex')
const ending = Buffer.from('0000000049454E44AE426082', 'hex')

async function wholePng(file: FileHandle, from: number, length: number): Promise<Buffer> {
  const png = await readAt(file, from, length)
  if (png.length !== length || !png.subarray(0, 8).equals(signature) || !png.subarray(-12).equals(ending))
    throw new Error('An image of the video is not a complete PNG')
  return png
}

async function marked(png: Buffer, xmp: Buffer | null): Promise<Buffer> {
  if (xmp === null)
    return png
  const [patch] = await markPng(xmp, png.length, async (at, length) => png.subarray(at, at + length))
  return patch ? Buffer.concat([png.subarray(0, patch.at), patch.bytes]) : png
}

const readBox = async (file: FileHandle, { from, to }: Box): Promise<Buffer> => readAt(file, from, to - from)

interface Sample { readonly from: number, readonly length: number }

/** Where each picture is in the file. */
async function samplesOf(file: FileHandle): Promise<Sample[]> {
  const { size } = await file.stat()
  const traks = (await boxesWithin(file, await boxesIn(file, 0, size), 'moov')).filter(({ type }) => type === 'trak')
  for (const trak of traks) {
    const media = await boxesWithin(file, await boxesIn(file, trak.from, trak.to), 'mdia')
    const tables = await boxesWithin(file, await boxesWithin(file, media, 'minf'), 'stbl')
    const bytes = async (...types: string[]): Promise<Buffer> => {
      const box = tables.find(({ type }) => types.includes(type))
      return box ? readBox(file, box) : Buffer.alloc(8)
    }
    const described = await bytes('stsd')
    if (described.toString('latin1', 12, 16) !== 'png ')
      continue
    const isLong = tables.some(({ type }) => type === 'co64')
    return placed(await bytes('stsz'), await bytes('stsc'), chunksIn(await bytes('stco', 'co64'), isLong))
  }
  throw new Error('The video has no PNG images')
}

/** Tables begin with a version, flags and the number of their rows. */
function chunksIn(table: Buffer, isLong: boolean): number[] {
  return Array.from({ length: table.readUInt32BE(4) }, (_, at) =>
    isLong ? Number(table.readBigUInt64BE(8 + at * 8)) : table.readUInt32BE(8 + at * 4))
}

/** Samples per chunk, from a chunk on. */
function placed(sizes: Buffer, counts: Buffer, chunks: readonly number[]): Sample[] {
  const same = sizes.readUInt32BE(4)
  const total = sizes.readUInt32BE(8)
  const rows = Array.from({ length: counts.readUInt32BE(4) }, (_, at) =>
    ({ first: counts.readUInt32BE(8 + at * 12), samples: counts.readUInt32BE(12 + at * 12) }))
  const samples: Sample[] = []
  let row = 0
  for (const [at, chunk] of chunks.entries()) {
    while ((rows[row + 1]?.first ?? Infinity) <= at + 1)
      row++
    let from = chunk
    for (let more = rows[row]?.samples ?? 0; more > 0 && samples.length < total; more--) {
      const length = same || sizes.readUInt32BE(12 + samples.length * 4)
      samples.push({ from, length })
      from += length
    }
  }
  if (samples.length !== total)
    throw new Error(`The video has ${total} images, but its index lists ${samples.length}`)
  return samples
}
