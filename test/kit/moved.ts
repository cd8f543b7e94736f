/** Clips that move evenly over their whole length. */
import type { Look } from '#contract/sequence-document.ts'
import type { Moved } from '#rules/sequence/motion.ts'
import { keyPlaceAt } from '#rules/sequence/motion.ts'

/** From where its look is to there, between its first frame and its last. */
export function moved<Clip extends Moved>(clip: Clip, to: Pick<Look, 'x' | 'y' | 'scale'>): Clip {
  const ends = [keyPlaceAt(clip, 0), keyPlaceAt(clip, Math.max(1, clip.length - 1))] as const
  const keys = Object.fromEntries((['x', 'y', 'scale'] as const).map(property => [property, [
    { at: ends[0], value: clip.look[property], easing: 'linear' as const },
    { at: ends[1], value: to[property], easing: 'linear' as const },
  ].sort((a, b) => a.at - b.at)]))
  return { ...clip, keys }
}
