/** WAV answers: a header before raw samples, and sizes that a streaming writer could not fill in. */
import type { FileHandle } from 'node:fs/promises'
import type { WavHead } from '../base/wav.ts'
import { wavHeader as headerOf, walkWav } from '../base/wav.ts'

export { wavHeaderLength } from '../base/wav.ts'

/** Samples are 16-bit little-endian, channels interleaved. */
export interface PcmFormat { readonly sampleRate: number, readonly channels: number }

/** The header before `dataBytes` of sound; a size of 0xFFFFFFFF means "until the end". */
export function wavHeader(format: PcmFormat, dataBytes: number): Buffer {
  return headerOf({ sampleRate: format.sampleRate, channels: format.channels, encoding: 'int', bitsPerSample: 16, dataLength: dataBytes })
}

/** Reads the head of a WAV from its first bytes; null when they hold no `data` chunk after a usable format. */
export function readWavHead(bytes: Uint8Array): WavHead | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const walker = walkWav(buffer.length)
  let step = walker.next()
  while (!step.done)
    step = walker.next(buffer.subarray(step.value.offset, step.value.offset + step.value.length))
  return typeof step.value === 'string' ? null : step.value
}

/**
 * Makes the sizes in a WAV say what is there: a streaming writer leaves them 0 or 0xFFFFFFFF, a cut answer promises too much.
 * Answers null when the file is no WAV that can be read, or holds no sound.
 */
export async function repairWav(file: FileHandle): Promise<{ head: WavHead, isCut: boolean } | null> {
  const { size } = await file.stat()
  const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(size, 65_536)), 0, null, 0)
  const head = readWavHead(buffer.subarray(0, bytesRead))
  const dataBytes = size - (head?.dataOffset ?? size)
  if (!head || dataBytes <= 0)
    return null
  const { claimedBytes } = head
  if (claimedBytes !== null && claimedBytes <= dataBytes)
    return { head, isCut: false }
  const sizes = Buffer.alloc(8)
  sizes.writeUInt32LE(Math.min(size - 8, 0xFFFFFFFF), 0)
  sizes.writeUInt32LE(Math.min(dataBytes, 0xFFFFFFFF), 4)
  await file.write(sizes, 0, 4, 4)
  await file.write(sizes, 4, 4, head.dataOffset - 4)
  await file.sync()
  return { head, isCut: claimedBytes !== null }
}
