/** Which lanes a clip has along its lower edge: those for which its track is high enough. Pure. */
import { laneHeight as rampHeight } from '../ramp/ramp-lane.ts'
import { laneHeight as keysHeight } from './curves.ts'

/** Pixels at the top of a clip that no lane covers: its name can still be read, and its edges be told from the next track. */
const nameHeight = 12

/** `height` is that of the track, in pixels. Where both are wanted and one fits, it is that of the keys. */
export function lanesIn(height: number, { hasKeys, hasRamp }: { hasKeys: boolean, hasRamp: boolean }): { keys: boolean, ramp: boolean } {
  const room = height - 2 - nameHeight
  const keys = hasKeys && room >= keysHeight
  return { keys, ramp: hasRamp && room - (keys ? keysHeight : 0) >= rampHeight }
}
