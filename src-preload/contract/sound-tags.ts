/** What a sound file says of itself to the programs that play it. */
import { z } from 'zod'
import { Label } from './words.ts'

/** Those that hold for all of a show: kept with presets. */
export const ShowTags = z.object({
  artist: Label.max(300),
  /** The album, the show or the book. */
  album: Label.max(300),
  year: z.string().regex(/^\d{0,4}$/),
  comment: z.string().max(5000),
})
export type ShowTags = z.infer<typeof ShowTags>

/** An empty one is left out; an empty title is the delivery's name. */
export const SoundTags = ShowTags.extend({
  title: Label.max(300),
  /** A number, or the number and how many there are: `3/12`. */
  track: z.string().regex(/^\d{0,4}(?:\/\d{0,4})?$/),
})
export type SoundTags = z.infer<typeof SoundTags>
