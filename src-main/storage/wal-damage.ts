/**
 * Finds damage in the write-ahead log (`-wal`) of a killed program. SQLite treats the first frame with a wrong checksum
 * as the end of the log, because an unfinished frame looks like that; commits after a damaged frame are dropped
 * without an error. The two cases can be distinguished. Each checksum continues that of the previous frame, so the frames
 * after a damaged one are still consistent with each other; and every commit is durable before the next one begins, so the frames
 * of a complete later commit prove that the damaged frame was once complete (https://www.sqlite.org/fileformat.html#the_write_ahead_log).
 */
import { readFile } from 'node:fs/promises'

const headBytes = 32
const frameHeadBytes = 24
const bigEndianMagic = 0x377F0683
const littleEndianMagic = 0x377F0682

type Sum = readonly [number, number]

/** What is wrong with the log, as a sentence; null when it is intact, ends in an unfinished frame, or does not exist. */
export async function damageInWal(path: string): Promise<string | null> {
  const log = await readFile(path).catch(() => null)
  const magic = log && log.length > headBytes ? log.readUInt32BE(0) : 0
  if (log === null || (magic !== bigEndianMagic && magic !== littleEndianMagic))
    return null
  const pageBytes = log.readUInt32BE(8)
  const frameBytes = frameHeadBytes + pageBytes
  const count = Math.floor((log.length - headBytes) / frameBytes)
  const isBigEndian = magic === bigEndianMagic
  const at = (frame: number): number => headBytes + frame * frameBytes
  const isOfThisRun = (frame: number): boolean => log.compare(log, 16, 24, at(frame) + 8, at(frame) + 16) === 0
  const isCommit = (frame: number): boolean => log.readUInt32BE(at(frame) + 4) !== 0
  const storedSum = (frame: number): Sum => frame < 0 ? sumAt(log, 24) : sumAt(log, at(frame) + 16)
  const addsUp = (frame: number): boolean => {
    const head = sumOf(log.subarray(at(frame), at(frame) + 8), storedSum(frame - 1), isBigEndian)
    const whole = sumOf(log.subarray(at(frame) + frameHeadBytes, at(frame) + frameBytes), head, isBigEndian)
    const stored = storedSum(frame)
    return isOfThisRun(frame) && whole[0] === stored[0] && whole[1] === stored[1]
  }

  let bad = 0
  while (bad < count && addsUp(bad))
    bad += 1
  if (bad === count)
    return null
  let commits = isOfThisRun(bad) && isCommit(bad) ? 1 : 0
  for (let frame = bad + 1; frame < count; frame++) {
    if (addsUp(frame) && isCommit(frame))
      commits += 1
  }
  return commits < 2 ? null : `its log is damaged in frame ${bad + 1} of ${count}`
}

function sumAt(log: Buffer, at: number): Sum {
  return [log.readUInt32BE(at), log.readUInt32BE(at + 4)]
}

function sumOf(bytes: Buffer, seed: Sum, isBigEndian: boolean): Sum {
  let [first, second] = seed
  for (let at = 0; at + 8 <= bytes.length; at += 8) {
    first = (first + (isBigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at)) + second) >>> 0
    second = (second + (isBigEndian ? bytes.readUInt32BE(at + 4) : bytes.readUInt32LE(at + 4)) + first) >>> 0
  }
  return [first, second]
}
