/** WAV files on disk: where their samples are, and writing them sample by sample. */
import type { WavFormat, WavHead, WavProblem } from '../base/wav.ts'
import type { ReadPiece } from './read-window.ts'
import type { UnreadableReason } from './unreadable.ts'
import { open } from 'node:fs/promises'
import { walkWav, wavHeader, wavHeaderLength } from '../base/wav.ts'
import { writeAll } from '../base/write-all.ts'
import { mostPieces, readThroughWindow } from './read-window.ts'
import { UnreadableMediaError } from './unreadable.ts'

export interface WavLayout extends WavFormat {
  /** False for anything but plain integers and floats (ADPCM, µ-law …): ffmpeg must decode that, and `frames` is 0. */
  readonly pcm: boolean
  readonly dataOffset: number
  /** Length in bytes of the whole frames that the file contains, whatever its header claims. */
  readonly dataLength: number
  /** One frame is one sample of each channel. */
  readonly frames: number
  /** True when the header claims more samples than the file contains. */
  readonly isCutShort: boolean
}

const problems: Readonly<Record<WavProblem, readonly [UnreadableReason, string]>> = {
  'not-wav': ['damaged', 'no RIFF/WAVE header'],
  'bad-format': ['damaged', 'the format is too short, or names no channels or no rate'],
  'no-format': ['damaged', 'no format before the sound'],
  'no-sound': ['cut-short', 'no sound before the end of the file'],
}

/** Reads the layout of a WAV file, or of WAV bytes. Throws UnreadableMediaError when there is none. */
export async function readWavLayout(source: string | Uint8Array): Promise<WavLayout> {
  if (typeof source !== 'string')
    return walk(async (offset, length) => Buffer.from(source.subarray(offset, offset + length)), source.length)
  const file = await open(source)
  try {
    const { size } = await file.stat()
    return await walk(readThroughWindow(file), size)
  }
  finally {
    await file.close()
  }
}

async function walk(read: ReadPiece, size: number): Promise<WavLayout> {
  const walker = walkWav(size)
  let step = walker.next()
  for (let pieces = 0; !step.done; pieces++) {
    if (pieces > mostPieces)
      throw new UnreadableMediaError('damaged', `more than ${mostPieces} chunks before the sound`)
    step = walker.next(await read(step.value.offset, step.value.length))
  }
  if (typeof step.value !== 'string')
    return layoutOf(step.value, size)
  const [reason, detail] = problems[step.value]
  throw new UnreadableMediaError(size === 0 ? 'empty' : reason, detail)
}

function layoutOf({ claimedBytes, ...head }: WavHead, size: number): WavLayout {
  const there = size - head.dataOffset
  const length = Math.min(there, claimedBytes ?? there)
  const frameLength = head.channels * head.bitsPerSample / 8
  const frames = head.pcm ? Math.floor(length / frameLength) : 0
  return {
    ...head,
    dataLength: head.pcm ? frames * frameLength : length,
    frames,
    isCutShort: claimedBytes !== null && claimedBytes > there,
  }
}

export interface WavWriter {
  /** Appends samples in the file's format; a chunk may end inside a frame. Await each call before the next. */
  write: (samples: Uint8Array) => Promise<void>
  /** Appends silence of this many bytes, which takes no space on the disk. The file grows with the next write. */
  skip: (length: number) => void
  /** Makes the file as long as all that was appended, for those who read it already. */
  extend: () => Promise<void>
  /** Fills in the sizes. A file that was never closed is still readable: its samples extend to its end. */
  close: () => Promise<void>
}

/** Writes a WAV whose length is not known in advance. */
export async function openWavWriter(path: string, format: WavFormat): Promise<WavWriter> {
  const file = await open(path, 'w')
  let dataLength = 0
  let isShort = false
  const extend = async (): Promise<void> => {
    if (isShort)
      await file.truncate(wavHeaderLength + dataLength)
    isShort = false
  }
  try {
    await writeAll(file, wavHeader({ ...format, dataLength: 0xFFFFFFFF }), 0)
  }
  catch (error) {
    await file.close()
    throw error
  }
  return {
    async write(samples) {
      await writeAll(file, samples, wavHeaderLength + dataLength)
      dataLength += samples.length
      isShort = false
    },
    skip(length) {
      dataLength += length
      isShort ||= length > 0
    },
    extend,
    async close() {
      try {
        await extend()
        if (dataLength % 2 === 1)
          await writeAll(file, Buffer.alloc(1), wavHeaderLength + dataLength)
        await writeAll(file, wavHeader({ ...format, dataLength }), 0)
      }
      finally {
        await file.close()
      }
    },
  }
}
