/** Sizes of a sequence that are offered by name; any other can be typed. Pure. */
export interface FrameSize { readonly width: number, readonly height: number }

export const sizes: readonly FrameSize[] = [
  { width: 1920, height: 1080 },
  { width: 1280, height: 720 },
  { width: 2560, height: 1440 },
  { width: 3840, height: 2160 },
  { width: 1080, height: 1920 },
  { width: 720, height: 1280 },
  { width: 1080, height: 1080 },
  { width: 1080, height: 1350 },
  { width: 1440, height: 1080 },
  { width: 2560, height: 1080 },
]

/** As a sequence may have it. */
export const leastSide = 16
export const mostSize: FrameSize = { width: 7680, height: 4320 }

export function isSameSize(one: FrameSize, other: FrameSize): boolean {
  return one.width === other.width && one.height === other.height
}

export function sizeText({ width, height }: FrameSize): string {
  return `${width} × ${height}`
}

/** `16:9`, `4:5`; `2.37:1` where the numbers would be large. */
export function ratioText({ width, height }: FrameSize): string {
  const divisor = common(width, height)
  const [across, down] = [width / divisor, height / divisor]
  return Math.max(across, down) <= 21 ? `${across}:${down}` : `${Math.round(width / height * 100) / 100}:1`
}

function common(one: number, other: number): number {
  return other === 0 ? one : common(other, one % other)
}
