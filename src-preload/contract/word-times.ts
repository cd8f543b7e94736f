/** Word times: when each word of a spoken take is said. They are found offline, and again when they are missing. */
import { z } from 'zod'
import { changesOf, feed, procedure } from './define.ts'
import { Seconds, TakeId } from './words.ts'

/** One word: its place in the take's text, in UTF-16 units, when it is said, from the beginning of the take, and how sure that is. */
export const WordTime = z.object({
  from: z.int().min(0),
  to: z.int().min(0),
  start: Seconds,
  end: Seconds,
  sureness: z.number().min(0).max(1),
})
export type WordTime = z.infer<typeof WordTime>

/**
 * `no-speech`: the take has no text or no sound, or is too long. `no-voice`: nothing here speaks its language. `silent`: no speech was
 * heard. `no-ffmpeg`, `missing`: without its file or ffmpeg it cannot be decoded. `failed`: it failed otherwise.
 */
export const NoWordTimesBecause = z.enum(['no-speech', 'no-voice', 'silent', 'no-ffmpeg', 'missing', 'failed'])
export type NoWordTimesBecause = z.infer<typeof NoWordTimesBecause>

export const WordTimes = z.discriminatedUnion('state', [
  z.object({ state: z.literal('waiting'), takeId: TakeId }),
  z.object({
    state: z.literal('ready'),
    takeId: TakeId,
    /** In the order of the text. */
    words: z.array(WordTime),
    /** The sound may not match the text: a reason to listen, and no proof. */
    isDoubtful: z.boolean(),
  }),
  z.object({ state: z.literal('impossible'), takeId: TakeId, because: NoWordTimesBecause }),
])
export type WordTimes = z.infer<typeof WordTimes>

export const words = {
  /** Those that were asked for since the studio opened, then each change. */
  changes: feed({ input: z.object({}), event: changesOf(WordTimes, TakeId) }),
  /** Asks for those of what is shown, most wanted first, and returns their states in the same order. Unknown takes are `missing`. */
  want: procedure({
    effect: 'writes',
    input: z.object({ takeIds: z.array(TakeId).max(500) }),
    output: z.object({ wordTimes: z.array(WordTimes) }),
  }),
}
