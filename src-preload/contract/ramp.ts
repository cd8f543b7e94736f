/** Speed ramps: how fast a clip plays at each of its frames or samples. */
import { z } from 'zod'
import { mostFrames, mostRampPoints, mostSamples } from './sequence-limits.ts'

const place = z.int().min(-mostFrames).max(mostFrames)
const samplePlace = z.int().min(-mostSamples).max(mostSamples)

/** `speed` is that in whole percent at a frame; `easing` is how it gets to the next point, as for keys. */
export const RampPoint = z.object({ at: place, speed: z.int().min(10).max(1000), easing: z.enum(['linear', 'ease', 'hold']) })
export type RampPoint = z.infer<typeof RampPoint>

/** In order of time, each place once. The first one applies to all that is before it, the last one to all that is behind it. */
export const RampPoints = z.array(RampPoint).max(mostRampPoints)

/**
 * A course of speed with a time of its own, of which the clip shows a part: so a cut, which only changes the part, changes no picture.
 * Of what is played backwards, the same part is shown from its end.
 */
export const Ramp = z.object({
  /** The place in its time where the part begins. Points count from its zero. */
  at: place,
  /** Where in the source its zero is, in hundredths of frames. */
  from: z.int().min(-1000 * mostFrames).max(1000 * mostFrames),
  points: RampPoints.min(1),
  /** Of a sequence: the pitch of all that is heard of it rises and falls with its speed. Absent: the pitch is kept. */
  shiftsPitch: z.literal(true).optional(),
})
export type Ramp = z.infer<typeof Ramp>

/** The same for a sound: all of it in samples. */
export const SoundRamp = z.object({
  at: samplePlace,
  from: z.int().min(-1000 * mostSamples).max(1000 * mostSamples),
  points: z.array(RampPoint.extend({ at: samplePlace })).min(1).max(mostRampPoints),
  /** Its pitch rises and falls with its speed. Absent: the pitch is kept. */
  shiftsPitch: z.literal(true).optional(),
})
export type SoundRamp = z.infer<typeof SoundRamp>

/** Of a few ramps of many points, one in another. */
export const longestCourseKey = 12_000
const course = String.raw`[ksKS]-?\d+(?:_-?\d+:\d{1,6}(?:\.\d{1,4})?[leh])+`
/**
 * What a copy of a sound along a course of speed is made by: that of `courseKey`. Sequences in sequences may need parts of a percent, and
 * courses that are played along others.
 */
export const CourseKey = z.string().max(longestCourseKey).regex(new RegExp(`^${course}(?:~${course})*$`))
export type CourseKey = z.infer<typeof CourseKey>
