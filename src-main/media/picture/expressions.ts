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
