/**
 * Clips are on their track in percent of a strip that is `stripFrames` long: zooming changes the width of the strip and nothing else,
 * so that it costs one layout and no style or script for each clip.
 */
export const stripFrames = 1000

export function percentOf(frames: number): string {
  return `${frames / stripFrames * 100}%`
}

/** Pixels: a clip this wide says its speaker and its link next to its words. */
export const widthForRoom = 130
