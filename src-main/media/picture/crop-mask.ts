/** Clears what is cropped of a layer whose crop changes from frame to frame. */
import type { Size } from '#rules/sequence/placement.ts'
import type { RenderPlan } from '../plan/render-plan.ts'
import type { PixelForm } from '../probe/colour.ts'
import type { Cut } from './cut.ts'
import type { Layer } from './layer.ts'
import { rateOf } from './drawing.ts'
import { expressionOf } from './expressions.ts'
import { courseIn } from './layer.ts'

/** Labels of parts of a filter graph must each be another. */
let masks = 0

/** Clears what is cropped, in each frame another part: by what is seen of a white picture that black ones cover from each side. */
export function cropFilters(
  layer: Layer,
  screen: RenderPlan,
  { cut, size, form }: { readonly cut: Cut, readonly size: Size, readonly form: PixelForm | 'gbrap16le' },
): string[] {
  const { source } = layer
  if (source === null)
    return []
  const name = `mask${masks++}`
  const place = (property: 'cropLeft' | 'cropTop' | 'cropRight' | 'cropBottom', axis: 'x' | 'y', isFar: boolean): string => {
    const side = axis === 'x' ? 'width' : 'height'
    const perSource = cut.scaled[side] / cut.taken[side]
    // `overlay` has taken some frames ahead where it counts them.
    const share = expressionOf(courseIn(layer, property)).replaceAll('(on-1)', `round(t*${rateOf(screen)})`)
    const seen = `${source[side]}*${isFar ? `(1-${share})` : share}-${cut.taken[axis]}`
    return `max(0,round(${cut.border}-${cut.inside[axis]}+(${seen})*${perSource}))`
  }
  const plain = (colour: string): string => `color=c=${colour}:s=${size.width}x${size.height}:r=${rateOf(screen)},format=gbrp`
  const over = (below: string, above: string, at: string, to: string): string =>
    `[${name}${below}][${name}${above}]overlay=${at}:format=gbrp:eval=frame[${name}${to}]`
  return [[
    `null[${name}picture]`,
    `${plain('black')},split=3[${name}b0][${name}b1][${name}b2]`,
    `${plain('white')}[${name}w]`,
    over('b0', 'w', `x='${place('cropLeft', 'x', false)}':y='${place('cropTop', 'y', false)}'`, 'o1'),
    over('o1', 'b1', `x='${place('cropRight', 'x', true)}':y=0`, 'o2'),
    over('o2', 'b2', `x=0:y='${place('cropBottom', 'y', true)}'`, 'o3'),
    `[${name}o3]format=${form === 'gbrp' ? 'gbrp' : form}${form === 'gbrp' ? '' : ',shuffleplanes=0:0:0:0'}[${name}m]`,
    `[${name}picture][${name}m]blend=all_mode=multiply:shortest=1`,
  ].join(';')]
}
