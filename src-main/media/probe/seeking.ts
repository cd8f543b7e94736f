/** How far before a moment a film must be read to see it whole. */

/** Streams for broadcast have no index: ffmpeg begins at any packet, and pictures that need an earlier one are not shown. */
const withoutIndex: ReadonlySet<string> = new Set(['ts', 'm2ts', 'mpg', 'wtv', 'h264', 'hevc', 'obu'])

/** Key frames of recorders and encoders are closer together than this. */
const betweenKeyFrames = 12
/** A frame is shown until the next one. */
const betweenFrames = 1

/** In seconds. `container` is that of the probe. */
export function lookBackOf(container: string): number {
  return withoutIndex.has(container) ? betweenKeyFrames : betweenFrames
}

/** Whether ffmpeg finds the key frame before a time by itself. */
export function seeksToKeyFrame(container: string): boolean {
  return !withoutIndex.has(container)
}
