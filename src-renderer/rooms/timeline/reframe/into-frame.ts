/** How pictures come into a frame of another shape: as main does it, or filled and then reframed by this page. */
import type { IntoShape } from '#contract/sequences.ts'

export type IntoFrame = IntoShape | 'auto'
export const intoFrames: readonly IntoFrame[] = ['fill', 'auto', 'fit', 'blur']
