/** J K L: how fast and which way the shuttle runs after each press. */

/** −8 to 8; 0 is standing still, 1 is as recorded. */
export type Rate = number

const fastest = 8

/**
 * The rate after J (−1), K (0) or L (1): K stops, the same way again doubles, the other way starts over at normal speed.
 * `current` is 0 while paused.
 */
export function nextRate(current: Rate, way: -1 | 0 | 1): Rate {
  if (way === 0)
    return 0
  if (Math.sign(current) !== way)
    return way
  return way * Math.min(fastest, Math.abs(current) * 2)
}
