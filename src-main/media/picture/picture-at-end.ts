/** Encodes what is made of the whole film at once: GIF with its own palette, animated WebP, and stills. */
import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts'
import type { RenderPlan } from '../plan/render-plan.ts'
import { ownInput } from '../ffmpeg/ffmpeg-input.ts'
import { exactly } from '../probe/colour.ts'
import { filmRate } from './film-rate.ts'

const gifColours = { small: 64, standard: 128, high: 256 } as const
const webpQualities = { small: 60, standard: 80, high: 92 } as const
const jpegQualities = { small: 6, standard: 3, high: 1 } as const

export interface JoinTools {
  /** Where the segments are. */
  readonly folder: string
  readonly ffmpeg: Ffmpeg
  readonly signal: AbortSignal
}

/** The segments as input, and what is done with them; without the output. */
export async function pictureAtEnd(plan: RenderPlan, { folder, ffmpeg, signal }: JoinTools): Promise<string[]> {
  const { numerator, denominator } = filmRate(plan)
  const segments = ownInput('segments.txt', 'concat', { opens: ['mov'] })
  const { codec, quality } = plan.encoding.video ?? { codec: 'png', quality: 'standard' }
  // The reader of segments counts in microseconds; frames are counted here.
  const evenly = `settb=${denominator}/${numerator},setpts=N`
  // For the last frame, which has no length of its own in ffmpeg 7.
  const atRate = ['-r', `${numerator}/${denominator}`]
  const asRgb = `scale=in_color_matrix=bt709:in_range=tv:${exactly},format=gbrp`
  switch (codec) {
    case 'gif': {
      const palette = ['-vf', `${evenly},${asRgb},palettegen=max_colors=${gifColours[quality]}`, '-frames:v', '1']
      await ffmpeg.run(['-y', ...segments, ...palette, '-f', 'image2', '-update', '1', 'palette.png'], { cwd: folder, signal })
      const graph = `[0:v]${evenly},${asRgb}[film];[film][1:v]paletteuse=dither=bayer:bayer_scale=3:diff_mode=rectangle[v]`
      return [...segments, ...ownInput('palette.png', 'png_pipe'), '-filter_complex', graph, '-map', '[v]', ...atRate, '-c:v', 'gif']
    }
    case 'webp': {
      // WebP knows BT.601 only.
      const form = `${evenly},scale=in_color_matrix=bt709:in_range=tv:out_color_matrix=bt601:out_range=tv:${exactly},format=yuv420p`
      return [...segments, '-vf', form, ...atRate, '-c:v', 'libwebp_anim', '-quality', String(webpQualities[quality])]
    }
    case 'jpeg': {
      // As its own standard says: BT.601 in full range.
      const form = `scale=in_color_matrix=bt709:in_range=tv:out_color_matrix=bt601:out_range=pc:${exactly},format=yuvj420p`
      return [...segments, '-frames:v', '1', '-vf', form, '-c:v', 'mjpeg', '-q:v', String(jpegQualities[quality])]
    }
    default:
      return [...segments, '-frames:v', '1', '-vf', `${asRgb},format=rgb24`, '-c:v', 'png']
  }
}
