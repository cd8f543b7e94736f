/** Retakes of several lines: lines that ask for the very same share one new take, as they share the takes that they have. */
import type { Line } from '#contract/script.ts'
import { isSpoken } from './script-lines.ts'

type Asking = Pick<Line, 'speaker' | 'text' | 'direction' | 'role' | 'isLocked' | 'chosenTakeId' | 'requestKey'>

/**
 * The lines that another take can be generated of, in groups in the order of their first lines: each group needs one take. Only lines that
 * use a take are in a group of several; one without a take of its own gets the new one anyway. A locked line keeps its take, unless it is
 * the only one that is meant.
 */
export function retakesOf<L extends Asking>(lines: readonly L[]): [L, ...L[]][] {
  const meant = lines.filter(line => isSpoken(line) && line.text.trim() !== '' && line.requestKey !== null
    && (lines.length === 1 || !line.isLocked || line.chosenTakeId === null))
  return [...Map.groupBy(meant, line => line.requestKey).values()].flatMap((group): [L, ...L[]][] => {
    const withTakes = group.filter(line => line.chosenTakeId !== null)
    const [first, ...others] = withTakes.length > 0 ? withTakes : group.slice(0, 1)
    return first ? [[first, ...others]] : []
  })
}
