/** One frame of a plan's picture as a PNG, where the delivery itself has none that can be read: a poster of sound, or of animated WebP. */
import type { Encoding } from '#contract/presets.ts'
import type { RenderPlan } from '../plan/render-plan.ts'
import type { RenderOptions } from './render.ts'
import { renderPlan } from './render.ts'

/** Whether there is anything to see. */
export const hasPicture = ({ stretches }: Pick<RenderPlan, 'stretches'>): boolean => stretches.some(({ layers }) => layers.length > 0)

/** Whether a still is taken from the film itself. No ffmpeg before 8 reads animated WebP; a clear film has its background in the poster. */
export function showsPoster({ format, video }: Pick<Encoding, 'format' | 'video'>): boolean {
  return video !== null && format !== 'webp' && format !== 'frames' && !video.hasAlpha
}

/** A third of the way in, or in the middle of what is shown longest where nothing is shown there. */
export function posterFrame({ stretches, durationFrames }: Pick<RenderPlan, 'stretches' | 'durationFrames'>): number {
  const third = Math.floor(durationFrames / 3)
  const shown = stretches.filter(({ layers }) => layers.length > 0)
  if (shown.some(({ startFrame, frames }) => third >= startFrame && third < startFrame + frames))
    return third
  const [longest] = shown.toSorted((a, b) => b.frames - a.frames)
  return longest ? longest.startFrame + Math.floor(longest.frames / 2) : third
}

/** Throws like `renderPlan`. */
export async function renderStill(
  plan: RenderPlan,
  path: string,
  options: Pick<RenderOptions, 'ffmpeg' | 'workDir' | 'signal'>,
): Promise<void> {
  const { width, height } = plan
  const frame = posterFrame(plan)
  const video = { codec: 'png', width, height, rate: null, quality: 'high', encoder: 'software' } as const
  await renderPlan({
    ...plan,
    durationFrames: 1,
    pictures: plan.pictures.map(picture => ({ ...picture, start: picture.start - frame })),
    stretches: plan.stretches
      .filter(({ startFrame, frames }) => frame >= startFrame && frame < startFrame + frames)
      .map(({ layers }) => ({ startFrame: 0, frames: 1, layers })),
    ...{ sounds: [], chapters: [], captions: { mode: 'none', assPath: null, fontsDir: null, tracks: [] } },
    ...{ loudness: null, mark: null, cover: null, metadata: {}, encoding: { format: 'png', video, audio: null } },
  }, path, options)
}
