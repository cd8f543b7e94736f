/** Finds the file that made a render fail, so that the user sees its name instead of a program's message. */
import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts'
import { saysDiskFull } from '../../base/disk-full.ts'
import { FfmpegError } from '../ffmpeg/ffmpeg.ts'
import { UnreadableMediaError } from '../unreadable.ts'
import { proveDecoding } from './probe-by-ffmpeg.ts'
import { probe } from './probe.ts'

/** One file of the plan cannot be decoded. */
export class BrokenSourceError extends Error {
  override readonly name = 'BrokenSourceError'
  readonly path: string

  constructor(path: string, cause: Error) {
    super(cause.message, { cause })
    this.path = path
  }
}

interface Tools { readonly ffmpeg: Ffmpeg, readonly signal: AbortSignal }

/** Of these files, which are read for their picture or their sound, names the one that the error is about; else throws it as it is. */
export async function orBrokenSource<Result>(
  work: Promise<Result>,
  { of, paths }: { readonly of: 'picture' | 'sound', readonly paths: readonly string[] },
  { ffmpeg, signal }: Tools,
): Promise<Result> {
  try {
    return await work
  }
  catch (error) {
    const isFailure = error instanceof FfmpegError && !error.killed && !saysDiskFull(error.said)
    const isAboutFile = error instanceof UnreadableMediaError || isFailure
    if (!isAboutFile || signal.aborted)
      throw error
    for (const path of new Set(paths)) {
      const problem = await problemOf(path, of, ffmpeg)
      if (problem)
        throw new BrokenSourceError(path, problem)
    }
    throw error
  }
}

async function problemOf(path: string, of: 'picture' | 'sound', ffmpeg: Ffmpeg): Promise<Error | null> {
  try {
    const { sound, audioCodec } = await probe(path, { ffmpeg })
    if (of === 'sound' && audioCodec === null)
      return new UnreadableMediaError('damaged', 'no sound inside')
    await proveDecoding(path, { picture: of === 'picture', sound: of === 'sound' ? sound : null }, ffmpeg)
    return null
  }
  catch (error) {
    return error instanceof UnreadableMediaError ? error : null
  }
}
