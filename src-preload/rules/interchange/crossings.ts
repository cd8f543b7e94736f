/** Transitions of a list: what dissolves from nothing fades in, and clips that are over each other dissolve. */
import type { ListedClip } from './list.ts'

/** Clips of one track, in order of time. */
export function crossed(clips: readonly ListedClip[]): ListedClip[] {
  return clips.map((clip, index) => {
    const before = clips[index - 1]
    const isJoined = before !== undefined && before.start + before.length === clip.start
    return clip.crossIn === 0 || isJoined ? clip : faded(clip, before ? before.start + before.length : 0)
  })
}

/** It begins where the transition does, as far as there is room, and material before its first frame. */
function faded({ crossBefore = 0, transition: _, crossCurve: __, ...clip }: ListedClip, free: number): ListedClip {
  const material = clip.isReversed || clip.isFrozen || clip.ramp || clip.soundRamp ? 0 : Math.floor(clip.in * 100 / clip.speed)
  const early = Math.max(0, Math.min(crossBefore, clip.start - free, material))
  const length = clip.length + early
  return {
    ...clip,
    start: clip.start - early,
    length,
    in: clip.in - early * clip.speed / 100,
    crossIn: 0,
    fadeIn: Math.max(clip.fadeIn, Math.min(length, clip.crossIn - crossBefore + early)),
  }
}

/** Where two clips are over each other, the second dissolves from the first. */
export function dissolved(clips: readonly ListedClip[]): ListedClip[] {
  const made: ListedClip[] = []
  for (const clip of clips.toSorted((a, b) => a.start - b.start)) {
    const before = made.at(-1)
    const over = before ? before.start + before.length - clip.start : 0
    const isMix = before !== undefined && over > 0 && clip.start > before.start && over <= clip.length
    if (isMix)
      made.splice(-1, 1, { ...before, length: clip.start - before.start })
    made.push(isMix ? { ...clip, crossIn: over } : clip)
  }
  return made
}
