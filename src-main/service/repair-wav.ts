/** Corrects the lengths in a WAV answer by the bytes that are there: many writers leave them open, or write wrong ones. */
import type { FileHandle } from 'node:fs/promises'
import type { Arrival } from '#contract/takes.ts'
import type { WavHead } from '../base/wav.ts'
import { open } from 'node:fs/promises'
import { readWavHead } from '../base/wav.ts'

const longestHead = 65_536
/** More chunks than any writer puts after the samples. */
const mostChunks = 64

export interface WavCheck {
  /** The header claims a length that the file does not reach, and that a writer can have known. */
  readonly isCut: boolean
  /** Null when the header is right. */
  readonly corrected: Arrival['corrected']
}

/**
 * Whether the header gives no length, more than the file contains, or so little that sound would be left out. Null when the
 * file is not a readable WAV, or has no samples.
 */
export async function inspectWav(path: string): Promise<WavCheck | null> {
  const file = await open(path)
  try {
    return (await inspect(file))?.check ?? null
  }
  finally {
    await file.close()
  }
}

/** Writes the lengths by the bytes that are there into the header. Does nothing to a file that is right, or no WAV. */
export async function correctWav(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    const found = await inspect(file)
    if (found?.check.corrected)
      await writeLengths(file, found.head, found.check.corrected.foundBytes, found.size)
  }
  finally {
    await file.close()
  }
}

async function inspect(file: FileHandle): Promise<{ head: WavHead, size: number, check: WavCheck } | null> {
  const { size } = await file.stat()
  const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(size, longestHead)), 0, null, 0)
  const head = readWavHead(buffer.subarray(0, bytesRead), size)
  if (!head || size <= head.dataOffset)
    return null
  const there = size - head.dataOffset
  const frameLength = head.channels * head.bitsPerSample / 8
  // The rest of a cut frame is no sound. Of other encodings only the writer knows the frames.
  const foundBytes = head.pcm && there >= frameLength ? there - there % frameLength : there
  const { claimedBytes } = head
  const isRight = claimedBytes === there || claimedBytes === foundBytes || (claimedBytes !== null && claimedBytes < there
    && await holdsOnlyChunks(file, head.dataOffset + claimedBytes + claimedBytes % 2, size))
  const check = isRight
    ? { isCut: false, corrected: null }
    // Less than a frame is missing: nobody hears that.
    : { isCut: claimedBytes !== null && claimedBytes - there >= Math.max(1, frameLength), corrected: { claimedBytes, foundBytes } }
  return { head, size, check }
}

async function writeLengths(file: FileHandle, { dataOffset }: WavHead, dataBytes: number, size: number): Promise<void> {
  const sizes = Buffer.alloc(8)
  sizes.writeUInt32LE(Math.min(size - 8, 0xFFFFFFFF), 0)
  sizes.writeUInt32LE(Math.min(dataBytes, 0xFFFFFFFF), 4)
  await file.write(sizes, 0, 4, 4)
  await file.write(sizes, 4, 4, dataOffset - 4)
  await file.sync()
}

/** Whether the rest of the file is chunks with plausible names that end where the file ends, so not samples. */
async function holdsOnlyChunks(file: FileHandle, from: number, size: number): Promise<boolean> {
  let at = from
  for (let count = 0; at + 8 <= size; count += 1) {
    const { buffer } = await file.read(Buffer.alloc(8), 0, 8, at)
    // A further file, or further samples: they would be left out.
    if (count === mostChunks || !/^(?!RIFF|data)[\x20-\x7E]{4}$/.test(buffer.toString('latin1', 0, 4)))
      return false
    const length = buffer.readUInt32LE(4)
    at += 8 + length + length % 2
  }
  return at <= size + 1
}
