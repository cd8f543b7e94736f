/** What the ways of drawing a segment share: the background, and the form that is encoded. */
import type { PictureForm } from '#rules/deliver/picture-form.ts'
import type { RenderPlan } from '../plan/render-plan.ts'
import { pictureForm } from '#rules/deliver/picture-form.ts'
import { drawnInput } from '../ffmpeg/ffmpeg-input.ts'
import { exactly } from '../probe/colour.ts'

/** Inputs of ffmpeg and the filters that make one picture of the size of the plan of them. */
export interface Drawing {
  readonly input: readonly string[]
  /** A filter graph whose last chain has no label yet. */
  readonly graph: string
}

/** In which form the film is stored. */
export const formOf = ({ encoding }: Pick<RenderPlan, 'encoding'>): PictureForm => pictureForm(encoding.video)

/** From RGB to what is encoded. */
export const toEncoded = (plan: RenderPlan): string => `scale=out_color_matrix=bt709:out_range=tv:${exactly},format=${formOf(plan).pixels},setsar=1`

/** `30000/1001` */
export const rateOf = ({ rate }: Pick<RenderPlan, 'rate'>): string => `${rate.numerator}/${rate.denominator}`

/** The last frame, for as long as frames are asked for. */
export const holdLast = 'tpad=stop_mode=clone:stop=-1'

export const backgroundColour = ({ background }: Pick<RenderPlan, 'background'>): string => `0x${background.slice(1)}`

/** Filters that draw a colour in YUV do so by BT.601, where only greys are the same as by BT.709. */
export function isGrey({ background }: Pick<RenderPlan, 'background'>): boolean {
  const [red, green, blue] = [1, 3, 5].map(at => background.slice(at, at + 2))
  return red === green && green === blue
}

export function backgroundInput(plan: RenderPlan): string[] {
  return drawnInput(`color=c=${backgroundColour(plan)}:s=${plan.width}x${plan.height}:r=${rateOf(plan)},format=gbrp`)
}

export function backgroundAlone(plan: RenderPlan): Drawing {
  return { input: backgroundInput(plan), graph: `[0:v]${toEncoded(plan)}` }
}
