/** Adjustment clips: they have no picture, and their grade changes all that is below them, as far as they are opaque. */
import type { PictureClip } from '#contract/sequence-document.ts'
import { lookProperties } from './motion.ts'
import { plainLook } from './new-tracks.ts'

export type AdjustmentClip = PictureClip & { readonly isAdjustment: true }

export function isAdjustment(clip: object): clip is AdjustmentClip {
  return 'isAdjustment' in clip && clip.isAdjustment === true
}

export function adjustmentClip({ id, start, length }: Pick<PictureClip, 'id' | 'start' | 'length'>): AdjustmentClip {
  return {
    ...{ id, start, length, linkId: null, in: 0, sourceLength: null, speed: 100, fadeIn: 0, fadeOut: 0, crossIn: 0 },
    ...{ lineId: null, takeId: null, title: null, isAdjustment: true, look: plainLook },
  }
}

/** Whether it has no more than a grade and opacity, both with their keys, and fades: it fills the frame, and nothing comes or goes with it. */
export function isPlainAdjustment({ takeId, title, look, keys = {}, ...clip }: AdjustmentClip): boolean {
  const hasMore = clip.nested ?? clip.transition ?? clip.isReversed ?? clip.isFrozen
  return takeId === null && title === null && hasMore === undefined && clip.sourceLength === null && clip.crossIn === 0
    && look.x === 0 && look.y === 0 && look.scale === 1 && look.rotation === 0
    && Object.values(look.crop).every(cut => cut === 0)
    && lookProperties.every(property => property === 'opacity' || !keys[property]?.length)
}
