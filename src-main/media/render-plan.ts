/** A render as plain data: everything that decides how a delivery looks and sounds, and nothing that needs a database. */

export interface RenderPlan {
  /** Even numbers of pixels. */
  readonly width: number
  readonly height: number
  readonly fps: { readonly num: number, readonly den: number }
  readonly durationFrames: number
  /** Where two overlap, the later one in the list covers the earlier; where there is none, the picture is black. */
  readonly pictures: readonly PlanPicture[]
  readonly sounds: readonly PlanSound[]
  readonly captions: PlanCaptions
  /** Null leaves the mix as loud as it is. */
  readonly loudness: { readonly targetLufs: number, readonly truePeakDbtp: number } | null
  /** Written into the file: `title`, `comment`, … */
  readonly metadata: Readonly<Record<string, string>>
}

export interface PlanPicture {
  readonly path: string
  readonly medium: 'picture' | 'video'
  readonly startFrame: number
  readonly frames: number
  /** Where in the clip it begins; 0 for pictures. A clip that ends early holds its last frame. */
  readonly inSeconds: number
  /** `contain` shows all of it with black around, `cover` fills the frame and cuts the rest. */
  readonly fit: 'contain' | 'cover'
  /** As the probe told it; decides how untagged colours are read, as Chromium does. */
  readonly colourTagged: boolean | null
  readonly sourceHeight: number | null
  /** `push-in` grows evenly around the middle, from 1 to `pushInScale`, over all of its frames. */
  readonly move?: 'push-in' | 'none'
}

export const pushInScale = 1.08

export interface PlanSound {
  /** Any file with sound; 48 kHz stereo 16-bit WAV is read as it is, anything else is decoded first. */
  readonly path: string
  /** Position in the sequence in samples at 48 kHz. */
  readonly startSample: number
  /** Length in samples at 48 kHz; null plays to the end of the file. */
  readonly samples: number | null
  readonly inSeconds: number
  readonly gainDb: number
  /** Straight ramps at the two ends of what is heard. */
  readonly fadeInSeconds: number
  readonly fadeOutSeconds: number
}

export interface PlanCaptions {
  readonly mode: 'burned' | 'soft' | 'none'
  /** Needed for `burned`. */
  readonly assPath: string | null
  readonly fontsDir: string | null
  /** Needed for `soft`. */
  readonly srtPath: string | null
}

export interface PictureSegment {
  readonly startFrame: number
  readonly frames: number
  /** Null is black. */
  readonly source: { readonly picture: PlanPicture, readonly skippedFrames: number } | null
}

/** Cuts the plan where the visible picture changes. The segments follow each other without gap and fill the duration exactly. */
export function segmentsOf(plan: Pick<RenderPlan, 'pictures' | 'durationFrames'>): PictureSegment[] {
  const inside = (frame: number) => frame > 0 && frame < plan.durationFrames
  const edges = plan.pictures.flatMap(({ startFrame, frames }) => [startFrame, startFrame + frames]).filter(inside)
  const cuts = [...new Set([0, ...edges, plan.durationFrames])].sort((a, b) => a - b)
  const segments: PictureSegment[] = []
  for (const [at, startFrame] of cuts.slice(0, -1).entries()) {
    const endFrame = cuts[at + 1] ?? plan.durationFrames
    const picture = plan.pictures.findLast(one => one.startFrame <= startFrame && one.startFrame + one.frames >= endFrame)
    const last = segments.at(-1)
    if (last && last.source?.picture === picture)
      segments[segments.length - 1] = { ...last, frames: endFrame - last.startFrame }
    else
      segments.push({ startFrame, frames: endFrame - startFrame, source: picture ? { picture, skippedFrames: startFrame - picture.startFrame } : null })
  }
  return segments
}

/** Samples at 48 kHz that last as long as the picture. */
export function planSamples(plan: Pick<RenderPlan, 'durationFrames' | 'fps'>): number {
  return Math.round(plan.durationFrames * plan.fps.den * 48_000 / plan.fps.num)
}

/** Refuses plans that no encoder could follow. Such a plan is a mistake of whoever made it, not of the person. */
export function assertRenderable(plan: RenderPlan): void {
  const wrong = [
    (plan.width % 2 !== 0 || plan.height % 2 !== 0 || plan.width < 2 || plan.height < 2) && `size ${plan.width}×${plan.height}`,
    !(Number.isInteger(plan.durationFrames) && plan.durationFrames > 0) && `${plan.durationFrames} frames`,
    !(plan.fps.num > 0 && plan.fps.den > 0) && `rate ${plan.fps.num}/${plan.fps.den}`,
    plan.pictures.some(one => !Number.isInteger(one.startFrame) || !Number.isInteger(one.frames)) && 'pictures between frames',
    plan.captions.mode === 'burned' && plan.captions.assPath === null && 'burned captions without a file',
    plan.captions.mode === 'soft' && plan.captions.srtPath === null && 'soft captions without a file',
  ].filter(Boolean)
  if (wrong.length > 0)
    throw new RangeError(`This plan cannot be rendered: ${wrong.join(', ')}`)
}
