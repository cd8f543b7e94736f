/** How large the pictures of the preview are: the proxy of a shot, its filmstrip, and a huge still. */

export interface Size { readonly width: number, readonly height: number }

/** Tiles from left to right, then down; tile `i` shows the middle of the `i`-th of `tiles` equal stretches of the shot. */
export interface FilmstripPlan {
  readonly tiles: number
  readonly columns: number
  readonly rows: number
  readonly tileWidth: number
  readonly tileHeight: number
}

/** The shorter side of a proxy: 540p, also for a shot that is upright. */
const proxySide = 540
/** Chromium decodes larger ones, but a preview gains nothing from them. */
const longestSide = 1920

const tileHeight = 90
const tileWidths = { least: 16, most: 320 }
const tilesPerSecond = 2
const mostTiles = 120
const mostColumns = 12

/** Even numbers, never larger than the source but for the one pixel that makes an odd size even. */
export function proxySize({ width, height }: Size): Size {
  const scale = Math.min(1, proxySide / Math.min(width, height), longestSide / Math.max(width, height))
  return { width: even(width * scale), height: even(height * scale) }
}

export function filmstripOf(proxy: Size, durationSeconds: number): FilmstripPlan {
  const tiles = Math.min(mostTiles, Math.max(1, Math.ceil(durationSeconds * tilesPerSecond)))
  const columns = Math.min(tiles, mostColumns)
  const tileWidth = Math.min(tileWidths.most, Math.max(tileWidths.least, even(tileHeight * proxy.width / proxy.height)))
  return { tiles, columns, rows: Math.ceil(tiles / columns), tileWidth, tileHeight }
}

/** A still for the preview: at most 1920 pixels on either side. */
export function previewSize({ width, height }: Size): Size {
  const scale = Math.min(1, longestSide / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

function even(length: number): number {
  return Math.max(2, Math.round(length / 2) * 2)
}
