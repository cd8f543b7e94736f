/** Corrects the sizes in a WAV answer: streaming writers leave them open, and cut answers claim too much. */
import type { FileHandle } from 'node:fs/promises'
import { readWavHead } from '../base/wav.ts'

const longestHead = 65_536

/**
 * Writes the real sizes into the header where it claims none (0 or 0xFFFFFFFF) or more than the file holds. `isCut`: the
 * header claimed more. Null when the file is not a readable WAV, or has no samples.
 */
export async function repairWav(file: FileHandle): Promise<{ isCut: boolean } | null> {
  const { size } = await file.stat()
  const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(size, longestHead)), 0, null, 0)
  const head = readWavHead(buffer.subarray(0, bytesRead))
  const dataBytes = size - (head?.dataOffset ?? size)
  if (!head || dataBytes <= 0)
    return null
  const { claimedBytes } = head
  if (claimedBytes !== null && claimedBytes <= dataBytes)
    return { isCut: false }
  const sizes = Buffer.alloc(8)
  sizes.writeUInt32LE(Math.min(size - 8, 0xFFFFFFFF), 0)
  sizes.writeUInt32LE(Math.min(dataBytes, 0xFFFFFFFF), 4)
  await file.write(sizes, 0, 4, 4)
  await file.write(sizes, 4, 4, head.dataOffset - 4)
  await file.sync()
  return { isCut: claimedBytes !== null }
}
