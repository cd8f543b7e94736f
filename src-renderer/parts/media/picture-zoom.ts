/** The view of a picture, independent of the sizes of frame and picture, so that several can share one view. */

export interface PictureZoom {
  /** 1 is fitted into its frame. */
  readonly times: number
  /** Which point of the picture is in the middle of the frame, in shares of its width and height. */
  readonly x: number
  readonly y: number
}

/** Sizes in pixels: of the frame on screen, and of the picture itself (null while unknown). */
export interface PictureFrame {
  readonly width: number
  readonly height: number
  readonly pictureWidth: number | null
  readonly pictureHeight: number | null
}

export const fitted: PictureZoom = { times: 1, x: 0.5, y: 0.5 }
/** Picture pixels this large can be counted. */
const largestScale = 16

/** Never larger than the picture itself. */
export function fitScaleOf({ width, height, pictureWidth, pictureHeight }: PictureFrame): number {
  return pictureWidth && pictureHeight && width > 0 && height > 0 ? Math.min(1, width / pictureWidth, height / pictureHeight) : 1
}

/** Picture pixels on screen pixels. */
export function scaleOf(zoom: PictureZoom, frame: PictureFrame): number {
  return fitScaleOf(frame) * zoom.times
}

/** The view at another scale, with the point at `dx`, `dy` from the middle of the frame staying where it is. */
export function zoomedTo(zoom: PictureZoom, frame: PictureFrame, scale: number, dx = 0, dy = 0): PictureZoom {
  const fit = fitScaleOf(frame)
  const times = Math.max(1, Math.min(largestScale, scale) / fit)
  if (times < 1.001)
    return fitted
  const before = movedBy(zoom, frame, -dx, -dy)
  return movedBy({ ...before, times }, frame, dx, dy)
}

/** The view after the picture was moved by screen pixels; see `within`. */
export function movedBy(zoom: PictureZoom, frame: PictureFrame, dx: number, dy: number): PictureZoom {
  const scale = scaleOf(zoom, frame)
  return { ...zoom, x: zoom.x - dx / ((frame.pictureWidth ?? 1) * scale), y: zoom.y - dy / ((frame.pictureHeight ?? 1) * scale) }
}

/** Brought back where there is picture. */
export function within(zoom: PictureZoom): PictureZoom {
  const share = (value: number): number => Math.min(1, Math.max(0, value))
  return zoom.times === 1 ? fitted : { ...zoom, x: share(zoom.x), y: share(zoom.y) }
}

/** The style of a picture that is with its middle in the middle of the frame. */
export function placeOf(zoom: PictureZoom, frame: PictureFrame): { transform: string, imageRendering: 'auto' | 'pixelated' } {
  const scale = scaleOf(zoom, frame)
  const dx = (0.5 - zoom.x) * (frame.pictureWidth ?? 0) * scale
  const dy = (0.5 - zoom.y) * (frame.pictureHeight ?? 0) * scale
  return {
    transform: `translate(-50%, -50%) translate(${dx}px, ${dy}px) scale(${scale})`,
    imageRendering: scale >= 3 ? 'pixelated' : 'auto',
  }
}
