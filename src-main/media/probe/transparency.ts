/** Whether one can see through a film or a picture, and drawing such a one over a checkerboard. */
import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts'
import type { Probe } from './probe-types.ts'
import { fileInput } from '../ffmpeg/ffmpeg-input.ts'
import { readStart } from './colour.ts'
import { isOpaquePng } from './picture-colours.ts'
import { readAlpha } from './probe-by-ffmpeg.ts'

interface Tools { readonly ffmpeg: Ffmpeg, readonly signal?: AbortSignal }

/** `decoder` is the one that reads it where ffmpeg's own would drop it; null for ffmpeg's own. */
export async function readTransparency(path: string, probed: Probe, tools: Tools): Promise<{ hasAlpha: boolean, decoder: string | null }> {
  // Neither needs a start of ffmpeg, which is most of the work of importing a small picture.
  if (probed.mime === 'image/jpeg' || (probed.mime === 'image/png' && isOpaquePng(await readStart(path, probed.mime))))
    return { hasAlpha: false, decoder: null }
  const { hasAlpha, decoder } = await readAlpha(path, probed, tools.ffmpeg)
  return { hasAlpha: hasAlpha && (probed.medium === 'video' || await isClear(path, tools)), decoder }
}

/** Many pictures have an alpha channel that says nothing: only one with a pixel that is not opaque counts. */
async function isClear(path: string, { ffmpeg, signal }: Tools): Promise<boolean> {
  let clear = false
  const onStdout = (chunk: Buffer) => {
    clear ||= chunk.some(alpha => alpha < 255)
  }
  await ffmpeg.run(
    [...await fileInput(path), '-frames:v', '1', '-vf', 'format=rgba,extractplanes=a', '-pix_fmt', 'gray', '-f', 'rawvideo', '-'],
    { ...signal && { signal }, onStdout },
  )
  return clear
}

/** Filters from RGB with alpha to RGB over squares of two greys, each this many pixels wide. A graph has them once. */
export function overCheckerboard(side: number): string {
  const grey = `'if(mod(floor(X/${side})+floor(Y/${side}),2),102,153)'`
  return `format=gbrap,split[over][size];[size]geq=r=${grey}:g=${grey}:b=${grey}:a=255,format=gbrp[board];[board][over]overlay=format=gbrp`
}
