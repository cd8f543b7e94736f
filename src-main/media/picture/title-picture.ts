/** Draws a title or a shape as a picture of the size of the frame, clear around it, for programs that draw words otherwise. */
import type { PictureClip } from '#contract/sequence-document.ts'
import type { Size } from '#rules/sequence/placement.ts'
import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts'
import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { toAss } from '#rules/captions/ass.ts'
import { lastText } from '#rules/captions/counter.ts'
import { plainLook } from '#rules/sequence/new-tracks.ts'
import { drawnInput } from '../ffmpeg/ffmpeg-input.ts'
import { layOutFonts } from '../plan/caption-fonts.ts'
import { wordsAlone } from './words-alone.ts'

/** Writes `outPath` as a PNG. `folder` is scratch space of its own; it is made when missing. */
export async function drawTitle(
  title: NonNullable<PictureClip['title']>,
  { width, height }: Size,
  outPath: string,
  { folder, ffmpeg, signal }: { readonly folder: string, readonly ffmpeg: Ffmpeg, readonly signal: AbortSignal },
): Promise<void> {
  const rate = { numerator: 25, denominator: 1 }
  const shown = { start: 0, length: 25, ...title, text: lastText(title), look: plainLook, fadeIn: 0, fadeOut: 0 }
  const ass = toAss({ width, height, rate }, { captions: null, titles: [shown] })
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'title.ass'), ass)
  await layOutFonts(ass, join(folder, 'title-fonts'))
  await ffmpeg.run([
    ...['-y', ...drawnInput(`color=c=black:s=${width}x${height}:r=25,format=rgba`)],
    ...['-vf', `${wordsAlone(['ass=filename=title.ass:fontsdir=title-fonts'], 'title-')},unpremultiply=inplace=1,format=rgba`],
    ...['-frames:v', '1', '-c:v', 'png', '-f', 'image2', '-update', '1', resolve(outPath)],
  ], { cwd: folder, signal })
}
