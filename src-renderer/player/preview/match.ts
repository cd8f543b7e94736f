/** Grades with which clips look like another one: their pictures are looked at here, and compared in a worker. */
import type { Grade } from '#contract/grade.ts'
import type { FrameRate, PictureClip } from '#contract/sequence-document.ts'
import type { LutTextOf } from './luts.ts'
import type { MatchAnswer, MatchRequest, SampledShot } from './match-worker.ts'
import type { Samples } from './samples.ts'
import { hasLut } from '#rules/colour/grade.ts'

export interface Matching {
  readonly samples: Samples
  readonly lutTextOf: LutTextOf
  readonly rate: FrameRate
  /** That of a clip which is compared: its colours may change within it. */
  readonly gradeNow: (clip: PictureClip) => Grade
}

/** For each of the clips. Null where a picture of them or of the reference cannot be seen. */
export async function matchedGrades(
  clips: readonly PictureClip[],
  reference: PictureClip,
  matching: Matching,
): Promise<readonly Grade[] | null> {
  const [wanted, ...shots] = await Promise.all([reference, ...clips].map(clip => sampled(clip, matching)))
  const seen = shots.filter(shot => shot !== null)
  return wanted && seen.length === clips.length ? compared({ shots: seen, reference: wanted }) : null
}

async function sampled(clip: PictureClip, { samples, lutTextOf, rate, gradeNow }: Matching): Promise<SampledShot | null> {
  const grade = gradeNow(clip)
  const [pixels, lutText] = await Promise.all([
    samples.pixelsOf(clip, rate),
    grade.lut && hasLut(grade) ? lutTextOf(grade.lut.id).catch(() => null) : null,
  ])
  return pixels && { pixels, grade, lutText }
}

function compared(request: MatchRequest): Promise<readonly Grade[] | null> {
  const worker = new Worker(new URL('./match-worker.ts', import.meta.url), { type: 'module', name: 'match' })
  return new Promise<readonly Grade[] | null>((resolve) => {
    worker.addEventListener('message', ({ data }: MessageEvent<MatchAnswer>) => resolve(data.grades))
    worker.addEventListener('error', () => resolve(null))
    worker.postMessage(request)
  }).finally(() => worker.terminate())
}
