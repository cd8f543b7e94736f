/** What the keys in a lane are called, and their values in the unit of the inspector. */
import type { KeyedProperty } from './key-values.ts'
import { useTexts } from '../../../texts/texts.ts'
import { motionOf, scaleOf, shownValue } from './key-values.ts'

export function useKeyWords() {
  const t = useTexts()

  return {
    nameOf(property: KeyedProperty): string {
      const { keys, inspector } = t.value.timeline
      if (property === 'x' || property === 'y')
        return inspector[property]
      if (property === 'pan')
        return keys.motions.pan
      return { ...keys.motions, ...keys.colours }[motionOf(property)]
    },
    valueOf(property: KeyedProperty, value: number): string {
      const number = shownValue(property, value)
      if (property === 'pan')
        return t.value.timeline.inspector.panned(number)
      const { unit } = scaleOf(property)
      return unit === 'EV' ? `${number} ${t.value.timeline.colour.stops}` : `${number}${unit}`
    },
  }
}
