/** An ffmpeg that misbehaves: a script around the real one. Needs a POSIX shell. */
import type { Ffmpeg } from '../../src-main/media/ffmpeg/ffmpeg.ts'
import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createFfmpegFinder } from '../../src-main/media/ffmpeg/ffmpeg.ts'
import { findFfmpeg } from './ffmpeg.ts'

/** `before` is shell that sees the arguments as `$*`; after it the real one is run. Returns the script's path. */
export async function writeOddFfmpeg(folder: string, before: string): Promise<string> {
  const real = await findFfmpeg()
  if (!real)
    throw new Error('These tests make real media: install ffmpeg, or set FFMPEG_BIN')
  const path = join(folder, 'ffmpeg')
  await writeFile(path, `#!/bin/sh\nreal="${real.path}"\n${before}\nexec "$real" "$@"\n`)
  await chmod(path, 0o755)
  return path
}

export async function openOddFfmpeg(folder: string, before: string): Promise<Ffmpeg> {
  const found = await createFfmpegFinder().find({ env: { FFMPEG_BIN: await writeOddFfmpeg(folder, before) } })
  if (!found)
    throw new Error('The script is no ffmpeg')
  return found
}

/** Says that it is 4.4, and can do nothing else. */
export const like44 = `
case "$*" in
  -version) echo 'ffmpeg version 4.4.2-0ubuntu0.22.04.1 Copyright (c) 2000-2021 the FFmpeg developers'; exit 0;;
  -encoders|-filters) ;;
  *) exit 1;;
esac`
