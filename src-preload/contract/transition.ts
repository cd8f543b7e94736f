/** Transitions of pictures at a cut, besides the dissolve. `#rules/sequence/transitions.ts` has the arithmetic. */
import { z } from 'zod'

/** Where the edge of a wipe, or a picture that is pushed, moves to. */
export const Direction = z.enum(['left', 'right', 'up', 'down'])
export type Direction = z.infer<typeof Direction>

export const Transition = z.discriminatedUnion('kind', [
  /** The first picture becomes this colour, `#rrggbb`, and that becomes the second one. */
  z.object({ kind: z.literal('dip'), colour: z.string().regex(/^#[0-9a-f]{6}$/) }),
  /** An edge uncovers the picture that comes. `softness` is how wide the edge is, as a share of its way; 0 is sharp. */
  z.object({ kind: z.literal('wipe'), direction: Direction, softness: z.number().min(0).max(1) }),
  /** The picture that comes pushes the other one out of the frame. */
  z.object({ kind: z.literal('push'), direction: Direction }),
  /** It moves over the other one. */
  z.object({ kind: z.literal('slide'), direction: Direction }),
  /** Both are enlarged where they dissolve. */
  z.object({ kind: z.literal('zoom') }),
])
export type Transition = z.infer<typeof Transition>
export type TransitionKind = Transition['kind'] | 'dissolve'
