/** Values that change from frame to frame, as expressions of ffmpeg. */
import type { Course } from '#rules/sequence/motion.ts'

/** The value of a property at frame `on-1` of the segment. */
export function expressionOf({ from, to, easing, pace, start, span }: Course): string {
  if (from === to)
    return number(from)
  const way = `clip(((on-1)*${pace}+${start})/${span},0,1)`
  const share = easing === 'linear' ? way : `(${way}*${way}*(3-2*${way}))`
  return `(${number(from)}+${number(to - from)}*${share})`
}

/** Negative numbers in brackets, so that they may be anywhere. */
export function number(value: number): string {
  return `(${value.toFixed(9)})`
}

/**
 * At which frame of the film that of the source with the number N is first seen, where these are shown one after another; those between
 * them give way at once. What follows the last one takes a frame each, so that the film gets to its end.
 */
export function firstSeen(shown: readonly number[]): string {
  const starts = shown.flatMap((source, frame) => frame === 0 || source > shown[frame - 1]! ? [{ source, frame }] : [])
  const within = (from: number, until: number): string => {
    if (until - from === 0)
      return starts[from] ? String(starts[from].frame) : `N+${shown.length - 1 - (shown.at(-1) ?? 0)}`
    const middle = (from + until) >> 1
    return `if(lte(N,${starts[middle]!.source}),${within(from, middle)},${within(middle + 1, until)})`
  }
  return within(0, starts.length)
}
