/** What platforms take, where the shape of the picture says which ones are meant. */

/** YouTube Shorts take three minutes, and so do the stories of others; null where there is no limit to tell of. */
export function longestSecondsOf({ width, height }: { readonly width: number, readonly height: number }): number | null {
  return Math.abs(width / height - 9 / 16) < 0.01 ? 180 : null
}
