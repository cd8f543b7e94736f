/** Renders a film whose file must not be larger than told. */
import type { RenderPlan } from '../plan/render-plan.ts'
import type { RenderOptions, RenderReport } from './render.ts'
import { keepsBitRate, leastKilobits } from '#rules/deliver/bit-rate.ts'
import { renderPlan } from './render.ts'

const mostTries = 3

/** The message is a sentence for the user. */
export class SizeError extends Error {
  override readonly name = 'SizeError'
}

/**
 * With the bit rate of the plan; where its file came out larger than `megabytes` of a million bytes, again with a lower one. Throws
 * SizeError where no such film can be made, and like `renderPlan`.
 */
export async function renderWithin(
  plan: RenderPlan,
  outPath: string,
  megabytes: number | undefined,
  options: RenderOptions,
): Promise<RenderReport> {
  const { video } = plan.encoding
  if (megabytes === undefined || video === null)
    return renderPlan(plan, outPath, options)
  if (!keepsBitRate(video))
    throw new SizeError('A size is kept by software encoding of H.264 and HEVC only. Choose such a preset, or leave the size open.')
  const most = megabytes * 1e6
  let kilobits = video.kilobits ?? leastKilobits
  for (let tries = 1; ; tries++) {
    const report = await renderPlan({ ...plan, encoding: { ...plan.encoding, video: { ...video, kilobits } } }, outPath, options)
    if (report.sizeBytes <= most)
      return report
    const next = Math.floor(kilobits * most / report.sizeBytes * 0.97)
    if (next < leastKilobits || tries === mostTries) {
      throw new SizeError(`At ${video.width} × ${video.height} pixels this film does not fit into ${megabytes} MB. `
        + `At ${kilobits} kbit/s it has ${(report.sizeBytes / 1e6).toFixed(1)} MB: choose a smaller picture, a lower sound bit rate, or a part.`)
    }
    kilobits = next
  }
}
