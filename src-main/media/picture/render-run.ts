/**
 * Encodes segments that follow each other in one shot with one reading of its file. Shots of models have a key frame or two: a segment
 * that begins in their middle is reached by decoding all that is before it, which takes a quarter of what encoding it takes.
 */
import type { Layer } from './layer.ts'
import type { SegmentJob, SegmentTools } from './segment-job.ts'
import { hasColourKeys } from '#rules/sequence/graded.ts'
import { FfmpegError } from '../ffmpeg/ffmpeg.ts'
import { filmFrames } from './film-rate.ts'
import { isFittedFirst, ownFrames } from './fitted.ts'
import { writeGrades } from './grade-files.ts'
import { fromFrame, held, layerInput } from './layer-filters.ts'
import { deviceArgs, uploadFilters } from './picture-encoders.ts'
import { aloneFilters, endingFilters, isWhole, outputOf, renderSegment, simple } from './render-segment.ts'

/** What is encoded together is kept together, and no other lane helps with it. */
const longestRun = 3

/**
 * Those of a run in the order of the film; all others alone. The last ones stay alone, one for each lane, so that all lanes end at about
 * the same time.
 */
export function runsOf<Item>(items: readonly Item[], jobOf: (item: Item) => Job | undefined, lanes: number): Item[][] {
  const runs: Item[][] = []
  for (const [at, item] of items.entries()) {
    const run = runs.at(-1)
    const [before, job] = [run && run.at(-1), jobOf(item)]
    const previous = before === undefined ? undefined : jobOf(before)
    const isLast = at >= items.length - lanes
    if (run && previous && job && !isLast && run.length < longestRun && follows(previous, job))
      run.push(item)
    else
      runs.push([item])
  }
  return runs
}

type Job = Pick<SegmentJob, 'plan' | 'segment'>

function follows(before: Job, job: Job): boolean {
  const [layer, next] = [shotOf(before), shotOf(job)]
  return layer !== null && next !== null && layer.picture === next.picture
    && before.segment.startFrame + before.segment.frames === job.segment.startFrame && layer.from + layer.frames === next.from
}

/** The film that is all there is to see, at its own speed. */
function shotOf({ plan, segment }: Job): Layer | null {
  const { layer, titles } = simple(segment, plan)
  const { picture } = layer ?? {}
  const isShot = picture?.file?.medium === 'video' && picture.speed === 100 && !picture.ramp && !picture.isReversed && !picture.isFrozen
    // One grade is given to all of them.
    && !hasColourKeys(picture)
  return isShot && titles?.length === 0 ? layer : null
}

/** Writes the same files as `renderSegment` does for each. Of one it is that. */
export async function renderRun(jobs: readonly SegmentJob[], tools: SegmentTools): Promise<void> {
  const command = jobs.length > 1 ? await runCommand(jobs) : null
  const { folder = '' } = jobs[0] ?? {}
  const onProgress = (seconds: number): void => tools.onProgress(Math.min(framesOf(jobs), framesIn(seconds, jobs)))
  const isMade = command !== null
    && await tools.ffmpeg.run(command, { cwd: folder, signal: tools.signal, onProgress }).then(() => true, (error) => {
      // Each alone says best what is wrong with it.
      if (error instanceof FfmpegError)
        return false
      throw error
    })
  let done = 0
  for (const job of jobs) {
    // A file that ends earlier than it says has no frames for the last ones.
    if (!isMade || !await isWhole(job))
      await renderSegment(job, { ...tools, onProgress: frames => tools.onProgress(done + frames) })
    done += job.segment.frames
    tools.onProgress(done)
  }
}

async function runCommand(jobs: readonly SegmentJob[]): Promise<string[] | null> {
  const [first] = jobs
  const layer = first ? shotOf(first) : null
  if (!first || !layer || jobs.some(job => isFittedFirst(shotOf(job) ?? layer, job.plan) !== isFittedFirst(layer, first.plan)))
    return null
  const { plan, encoder, segment: { startFrame } } = first
  const chains = jobs.map((job, at) => {
    const { segment } = job
    const from = segment.startFrame - startFrame
    const own = [...fromFrame(from, plan), `trim=end_frame=${segment.frames}`]
    const drawn = aloneFilters(shotOf(job) ?? layer, plan, own)
    // Without an end the last frame would be drawn for as long as the others last.
    const end = `trim=end_frame=${filmFrames(plan, segment).frames}`
    return drawn && `[s${at}]${[...drawn, ...endingFilters(job), end, ...uploadFilters(encoder)].join(',')}[v${at}]`
  })
  if (chains.includes(null))
    return null
  await writeGrades([layer], first.folder)
  const frames = await ownFrames(layer, plan, 'seek')
  const split = `[0:v]${[...frames, ...held(layer, plan), `split=${jobs.length + 1}`].join(',')}${jobs.map((_, at) => `[s${at}]`).join('')}[all]`
  // ffmpeg tells the time of what is furthest: the segments all begin at zero, so that a speck of all frames is written, too, to nowhere.
  const speck = `[all]trim=end_frame=${framesOf(jobs)},scale=2:2:flags=neighbor[speck]`
  return [
    ...['-y', ...deviceArgs(encoder), ...await layerInput(layer, first, 'seek'), '-filter_complex', [split, ...chains, speck].join(';')],
    ...jobs.flatMap((job, at) => ['-map', `[v${at}]`, ...outputOf(job)]),
    ...['-map', '[speck]', '-f', 'null', '-'],
  ]
}

function framesOf(jobs: readonly SegmentJob[]): number {
  return jobs.reduce((sum, { segment }) => sum + segment.frames, 0)
}

function framesIn(seconds: number, [first]: readonly SegmentJob[]): number {
  return first ? seconds * first.plan.rate.numerator / first.plan.rate.denominator : 0
}
