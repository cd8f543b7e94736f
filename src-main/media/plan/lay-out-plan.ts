/** Writes the caption files and fonts of a frozen plan, so that it can be rendered. */
import type { FrozenPlan } from './render-job.ts'
import type { RenderPlan } from './render-plan.ts'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { layOutFonts } from './caption-fonts.ts'
import { mediaPlanOf } from './render-job.ts'

/** The captions of one language, by their place in the plan. */
const srtPath = (folder: string, at: number): string => join(folder, `captions-${at}.srt`)

/** Into this folder, which exists. */
export async function layOutPlan(plan: FrozenPlan, folder: string): Promise<RenderPlan> {
  for (const [at, { srt }] of plan.captions.entries())
    await writeFile(srtPath(folder, at), srt)
  if (plan.ass !== null) {
    await writeFile(join(folder, 'captions.ass'), plan.ass)
    await layOutFonts(plan.ass, join(folder, 'caption-fonts'))
  }
  return mediaPlanOf(plan, {
    assPath: plan.ass === null ? null : join(folder, 'captions.ass'),
    tracks: plan.captions.map(({ language, name, isShown, isForced }, at) =>
      ({ path: srtPath(folder, at), language, name, isShown, isForced })),
    fontsDir: plan.ass === null ? null : join(folder, 'caption-fonts'),
  })
}
