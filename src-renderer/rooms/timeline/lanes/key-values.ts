/** What the value of a key may be, how far a drag changes it, and how it is shown. Pure. */
import type { Motion, Property } from '#rules/sequence/motion.ts'
import { Keys, PanPoint } from '#contract/sequence-document.ts'
import { motionNames, motions } from '#rules/sequence/motion.ts'

/** Of what a picture or a sound has keys that are drawn in its lane. */
export type KeyedProperty = Property | 'pan'

export interface ValueScale {
  readonly least: number
  readonly most: number
  readonly step: number
  /** Of what is shown, for 1 of what is stored. */
  readonly shown: number
  readonly unit: '%' | '°' | 'EV' | ''
}

/** With Shift, a pixel changes a tenth. */
const fine = 0.1

function numberOf(property: KeyedProperty) {
  return property === 'pan' ? PanPoint.shape.pan : Keys.shape[property].unwrap().element.shape.value
}

export function scaleOf(property: KeyedProperty): ValueScale {
  const { minValue, maxValue } = numberOf(property)
  const limits = { least: minValue ?? -Infinity, most: maxValue ?? Infinity }
  switch (property) {
    case 'rotation': return { ...limits, step: 1, shown: 1, unit: '°' }
    case 'exposure': return { ...limits, step: 0.02, shown: 1, unit: 'EV' }
    case 'pan': return { ...limits, step: 1, shown: 1, unit: '' }
    default: return { ...limits, step: 0.01, shown: 100, unit: '%' }
  }
}

/** What a pixel of a drag, or a press of a key, changes. */
export function stepOf(property: KeyedProperty, isFine: boolean): number {
  return scaleOf(property).step * (isFine ? fine : 1)
}

/** What of a picture has its keys together with this property. */
export function motionOf(property: KeyedProperty): Motion {
  return motionNames.find(name => (motions[name] as readonly KeyedProperty[]).includes(property)) ?? 'position'
}

/** So many steps up. No value has more digits than a fine step. */
export function steppedValue(property: KeyedProperty, value: number, steps: number, isFine: boolean): number {
  const { least, most, step } = scaleOf(property)
  const next = value + steps * stepOf(property, isFine)
  const tidy = property === 'pan' ? Math.round(next) : Math.round(next / (step * fine)) * step * fine
  return Math.min(most, Math.max(least, Math.round(tidy * 1e6) / 1e6))
}

/** As it is shown. */
export function shownValue(property: KeyedProperty, value: number): number {
  return Math.round(value * scaleOf(property).shown * 100) / 100
}
