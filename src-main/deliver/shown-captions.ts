/** The captions of a delivery that its picture does not contain, for the studio's own player: from the film's file, or from one next to it. */
import type { Delivery, ShownCaption } from '#contract/deliveries.ts'
import type { Ffmpeg } from '../media/ffmpeg/ffmpeg.ts'
import { readFile, stat } from 'node:fs/promises'
import { readCaptionFile } from '#rules/captions/read-file.ts'
import { decodeText } from '#rules/text/decode.ts'
import { errnoOf } from '../base/errno.ts'
import { insideOrNull } from '../base/inside.ts'
import { fileInput } from '../media/ffmpeg/ffmpeg-input.ts'
import { FfmpegError } from '../media/ffmpeg/ffmpeg.ts'

/** Those of a day, in any script. */
const mostBytes = 20_000_000

/** In order of time; empty where there are none, where they are in the picture, and where they cannot be read. */
export async function shownCaptions(
  { captionMode, files, folder }: Pick<Delivery, 'captionMode' | 'files' | 'folder'>,
  ffmpeg: () => Promise<Ffmpeg | null>,
): Promise<ShownCaption[]> {
  const role = captionMode === 'soft' ? 'video' : captionMode === 'sidecar' ? 'captions' : null
  const file = files.find(each => each.role === role)
  if (!file)
    return []
  const path = insideOrNull(folder, file.name)
  if (path === null)
    return []
  const text = role === 'video' ? await embedded(path, ffmpeg) : await beside(path)
  return (readCaptionFile(text)?.captions ?? []).map(caption => ({
    startSeconds: caption.start / 1000,
    endSeconds: (caption.start + caption.length) / 1000,
    text: caption.text,
  }))
}

async function embedded(path: string, ffmpeg: () => Promise<Ffmpeg | null>): Promise<string> {
  const program = await ffmpeg()
  try {
    const run = program && await program.run([...await fileInput(path), '-map', '0:s:0', '-f', 'webvtt', 'pipe:1'])
    return run ? decodeText(run.stdout).text : ''
  }
  catch (error) {
    if (error instanceof FfmpegError || errnoOf(error) === 'ENOENT')
      return ''
    throw error
  }
}

async function beside(path: string): Promise<string> {
  try {
    return (await stat(path)).size > mostBytes ? '' : decodeText(await readFile(path)).text
  }
  catch (error) {
    if (errnoOf(error) === 'ENOENT')
      return ''
    throw error
  }
}
