/** How titles come and go while they fade: from a side, growing, or letter by letter. */
import type { TitleWords } from '#contract/text-style.ts'

/** A share of the picture: with the fade, it need not come from outside. */
const slide = 0.15
/** How large a title is that grows. */
const small = 0.6

const directions = { left: [-1, 0], right: [1, 0], below: [0, 1], above: [0, -1] } as const

export interface Motion {
  /** Shares of the picture, and of its own size. */
  readonly x: number
  readonly y: number
  readonly scale: number
  /** The share of its letters that is seen. */
  readonly letters: number
}
const still: Motion = { x: 0, y: 0, scale: 1, letters: 1 }

/** In this frame of the title. `rising` and `falling` are the lengths of its fades in frames; times of a motion are those of the fade. */
export function titleMotion(
  { enters, leaves }: Pick<TitleWords, 'enters' | 'leaves'>,
  offset: number,
  { length, rising, falling }: { readonly length: number, readonly rising: number, readonly falling: number },
): Motion {
  if (enters && offset < rising)
    return enters === 'type' ? { ...still, letters: offset / rising } : moved(enters, offset / rising)
  return leaves && length - offset < falling ? moved(leaves, Math.max(0, (length - offset) / falling)) : still
}

/** Fast at first, and slowly to its place; the other way round when it goes. */
function moved(how: keyof typeof directions | 'grow', share: number): Motion {
  const left = (1 - share) ** 3
  if (how === 'grow')
    return { ...still, scale: 1 - (1 - small) * left }
  const [x, y] = directions[how]
  return { ...still, x: x * slide * left, y: y * slide * left }
}
