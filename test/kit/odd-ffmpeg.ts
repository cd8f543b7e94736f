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
  const found = await createFfmpegFinder().find({ setting: await writeOddFfmpeg(folder, before) })
  if (!found)
    throw new Error('The script is no ffmpeg')
  return found
}

/** What came after 4.4: the script refuses these as 4.4 does, and says that it is 4.4. */
export const like44 = `
if [ "$*" = -version ]; then echo 'ffmpeg version 4.4.2-0ubuntu0.22.04.1 Copyright (c) 2000-2021 the FFmpeg developers'; exit 0; fi
for word in "$@"; do
  case "$word" in
    -fps_mode*|-readrate*|-stats_enc*|-stats_mux*|-stats_dec*|-/*|-ch_layout|-enc_time_base_*|-fix_sub_duration_heartbeat|-stream_group)
      echo "Unrecognized option '\${word#-}'." >&2; exit 1;;
    *ch_layout=*|*xfade=custom*|*loudnorm=print*|*feedback*|*ssim360*|*a3dscope*|*backgroundkey*|*showcwt*|*tiltandshift*)
      echo "Option not found: $word" >&2; exit 1;;
  esac
done`
