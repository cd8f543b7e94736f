/** Scenes one after another in a single film: to start ffmpeg for each takes longer than to draw it. */
import type { RenderPicture, RenderPlan } from '../../src-main/media/plan/render-plan.ts'

export interface Scene {
  /** Lowest first; the scene begins at their frame 0. */
  readonly pictures: readonly RenderPicture[]
  readonly frames: number
}

/** What a plan needs of them. No two share a segment. */
export function oneAfterAnother(scenes: readonly Scene[]): Pick<RenderPlan, 'pictures' | 'stretches' | 'durationFrames'> {
  let [startFrame, first] = [0, 0]
  const placed = scenes.map(({ pictures, frames }) => {
    const from = startFrame
    const stretch = { startFrame, frames, layers: pictures.map((_, at) => first + at) }
    startFrame += frames
    first += pictures.length
    return { stretch, pictures: pictures.map(picture => ({ ...picture, start: from + picture.start })) }
  })
  return {
    pictures: placed.flatMap(({ pictures }) => pictures),
    stretches: placed.map(({ stretch }) => stretch),
    durationFrames: startFrame,
  }
}

/** The frames of each scene. */
export function byScene<Frame>(all: readonly Frame[], scenes: readonly Scene[]): Frame[][] {
  let from = 0
  return scenes.map(({ frames }) => all.slice(from, from += frames))
}
