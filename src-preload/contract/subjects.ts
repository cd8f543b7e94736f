/** Where the subject of a picture is: a first guess at what a frame of another shape keeps. */
import { z } from 'zod'
import { procedure } from './define.ts'
import { TakeId } from './words.ts'

/** A part of a take, in seconds of its file. A still has no length; of a shot, no seconds are the one picture there. */
export const SubjectShot = z.object({ takeId: TakeId, from: z.number().min(0).max(86_400), seconds: z.number().min(0).max(86_400) })
export type SubjectShot = z.infer<typeof SubjectShot>

const share = z.number().min(0).max(1)
export const Subject = z.object({
  /** Of the picture, upright. */
  width: z.int().min(1),
  height: z.int().min(1),
  /** In order of time: `at` counts seconds of the file, `x` and `y` are shares of the picture. */
  points: z.array(z.object({ at: z.number().min(0), x: share, y: share })).min(1),
})
export type Subject = z.infer<typeof Subject>

export const subjects = {
  /**
   * In the order of the input; null where the take or its file is missing, or has no picture that can be decoded. It looks at a few small
   * pictures a second, which takes about a second for ten of a shot; it ends when the caller gives up.
   */
  find: procedure({
    effect: 'reads',
    input: z.object({ shots: z.array(SubjectShot).min(1).max(8) }),
    output: z.object({ subjects: z.array(Subject.nullable()) }),
  }),
}
