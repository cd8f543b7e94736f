/** The order of work in which all lanes end at about the same time: what takes longest first, so that what is left at the end is short. */
import type { SegmentJob } from './segment-job.ts'
import { averageSpeed } from '#rules/sequence/ramp.ts'

type Job = Pick<SegmentJob, 'plan' | 'segment'>

/** Of a pixel, relative to encoding it: measured by the bench of deliveries. Only the order depends on it. */
const decoding = 0.27

/** In the order of the film where they take as long. */
export function longestFirst<Item>(runs: readonly (readonly Item[])[], jobOf: (item: Item) => Job | undefined): (readonly Item[])[] {
  const lengths = new Map(runs.map(run => [run, run.reduce((sum, item) => sum + effortOf(jobOf(item)), 0)]))
  return [...runs].sort((a, b) => lengths.get(b)! - lengths.get(a)!)
}

/** About, in pixels that are encoded: the screen for itself and for each layer that is drawn on it, and what is read of files. */
function effortOf(job: Job | undefined): number {
  if (!job)
    return 0
  const { plan: { width, height, rate }, segment: { frames, layers } } = job
  const read = layers.map(({ picture, picture: { file }, source }) => {
    const framesOfSource = (source?.framesPerSecond ?? 0) * rate.denominator / rate.numerator * averageSpeed(picture) / 100
    return file?.medium === 'video' && source ? framesOfSource * source.width * source.height : 0
  })
  return frames * (width * height * (1 + layers.length) + decoding * read.reduce((sum, pixels) => sum + pixels, 0))
}
