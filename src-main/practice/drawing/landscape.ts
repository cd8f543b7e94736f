/** Draws a landscape: sky, sun or moon, layers of land that fade with distance, water, lit windows, birds and stars. */
import type { Random } from '../seed.ts'
import type { Palette } from './palette.ts'
import type { Colour, Raster } from './raster.ts'
import type { Land, Skyline } from './skyline.ts'
import { createRandom } from '../seed.ts'
import { choosePalette } from './palette.ts'
import { createRaster, mix, tint } from './raster.ts'
import { drawSkyline } from './skyline.ts'

const landWords: readonly (readonly [RegExp, Land])[] = [
  [/city|street|town|skyline|building|tower|skyscraper|[城街楼]/i, 'city'],
  [/forest|tree|wood|pine|jungle|森林|树/i, 'forest'],
  [/\bsea\b|ocean|lake|water|beach|harbou?r|ship|boat|river|island|wave|lighthouse|[海湖河水]/i, 'sea'],
  [/mountain|alp|peak|snow|cliff|山|峰/i, 'mountains'],
  [/hill|field|meadow|valley|desert|dune|farm|[丘田沙]/i, 'hills'],
]

interface Scene {
  readonly palette: Palette
  readonly land: Land
  readonly sun: { readonly x: number, readonly y: number, readonly radius: number }
  readonly random: Random
}

/** The same prompt, seed and size give the same image; another size shows the same scene. */
export function drawLandscape(prompt: string, seed: string, { width, height }: { width: number, height: number }): Raster {
  const random = createRandom(`${prompt} ${seed}`)
  const land = landWords.find(([words]) => words.test(prompt))?.[1] ?? random.pick<Land>(['hills', 'mountains', 'sea', 'forest', 'hills'])
  const palette = choosePalette(prompt, random)
  const size = Math.min(width, height)
  const sun = {
    x: width * random.between(0.18, 0.82),
    y: height * random.between(0.16, 0.4),
    radius: size * (palette.isNight ? 0.05 : random.between(0.055, 0.085)),
  }
  const scene: Scene = { palette, land, sun, random }
  const picture = createRaster(width, height)
  paintSky(picture, scene)
  if (palette.isNight)
    paintStars(picture, scene)
  paintSun(picture, scene)
  if (!palette.isNight && land !== 'city')
    paintBirds(picture, scene)
  paintLand(picture, scene)
  return picture
}

function paintSky(picture: Raster, { palette, sun, random }: Scene): void {
  const { width, height } = picture
  const reach = Math.max(width, height) * 0.42
  const bands = Array.from({ length: 5 }, () => ({
    y: height * random.between(0.08, 0.5),
    thick: height * random.between(0.006, 0.02),
    x: random.between(0, 6),
    bend: random.between(2, 5),
    strength: random.between(0.08, 0.22),
  }))
  // What depends on the column or the row alone is computed once for each: a picture has a million pixels.
  const columns = bands.map(band => ({
    middle: Float64Array.from({ length: width }, (_, x) => band.y + Math.sin(x / width * band.bend + band.x) * height * 0.02),
    strength: Float64Array.from({ length: width }, (_, x) =>
      band.strength * (0.5 + 0.5 * Math.sin(x / width * 5 + band.x * 3)) * (palette.isNight ? 0.25 : 1)),
  }))
  const glow = (from: number, to: number): number => Math.exp(-5 * ((from - to) / reach) ** 2)
  const glowOfColumn = Float64Array.from({ length: width }, (_, x) => 0.55 * glow(x, sun.x) * (palette.isNight ? 0.5 : 1))
  const lights = new Float64Array(width)
  for (let y = 0; y < height; y++) {
    const base = mix(palette.top, palette.horizon, Math.min(1, y / height / 0.68) ** 1.25)
    const glowOfRow = glow(y, sun.y)
    for (let x = 0; x < width; x++)
      lights[x] = (glowOfColumn[x] ?? 0) * glowOfRow
    for (const [index, { y: middle, thick }] of bands.entries()) {
      const column = columns[index]
      if (column && Math.abs(y - middle) < 3 * thick + height * 0.02)
        addBand(lights, column, y, thick)
    }
    for (let x = 0; x < width; x++)
      paint(picture, x, y, base, palette.light, Math.min(1, lights[x] ?? 0))
  }
}

/** A band of thin cloud in row `y`: where its middle and how strong it is, for each column. */
function addBand(
  lights: Float64Array,
  { middle, strength }: { middle: Float64Array, strength: Float64Array },
  y: number,
  thick: number,
): void {
  for (let x = 0; x < lights.length; x++) {
    const off = (y - (middle[x] ?? 0)) / thick
    if (off > -3 && off < 3)
      lights[x] = (lights[x] ?? 0) + (strength[x] ?? 0) * Math.exp(-off * off)
  }
}

function paintStars(picture: Raster, { random, palette }: Scene): void {
  const { width, height } = picture
  for (let i = 0; i < 260; i++) {
    const x = Math.floor(random.next() * width)
    const y = Math.floor(random.next() ** 1.4 * height * 0.6)
    const bright = random.between(0.25, 0.95)
    const size = random.next() < 0.12 ? 2 : 1
    for (let j = 0; j < size * size; j++)
      tint(picture, x + j % size, y + (j >> 1), palette.light, bright)
  }
}

function paintSun(picture: Raster, { sun, palette }: Scene): void {
  const reach = sun.radius * 1.1
  for (let y = Math.floor(sun.y - reach); y <= sun.y + reach; y++) {
    for (let x = Math.floor(sun.x - reach); x <= sun.x + reach; x++) {
      const disc = clamp(sun.radius - Math.hypot(x - sun.x, y - sun.y) + 0.5)
      // At night a second disc is cut out, which leaves a crescent.
      const bite = palette.isNight
        ? clamp(sun.radius * 0.92 - Math.hypot(x - sun.x - sun.radius * 0.5, y - sun.y + sun.radius * 0.25) + 0.5)
        : 0
      tint(picture, x, y, palette.light, disc * (1 - bite))
    }
  }
}

function paintBirds(picture: Raster, { random, palette }: Scene): void {
  const { width, height } = picture
  const size = Math.min(width, height)
  const [flockX, flockY] = [random.between(0.2, 0.8), random.between(0.12, 0.38)]
  for (let i = Math.floor(random.between(3, 8)); i > 0; i--) {
    const [x, y] = [width * (flockX + random.between(-0.1, 0.1)), height * (flockY + random.between(-0.05, 0.05))]
    const wing = size * random.between(0.008, 0.016)
    for (let dx = -wing; dx <= wing; dx += 0.5) {
      const part = Math.abs(dx) / wing
      const lift = Math.sin(part * Math.PI * 0.9) * wing * 0.45
      for (let thick = 0; thick < Math.max(1, size / 500); thick++)
        tint(picture, Math.round(x + dx), Math.round(y - lift + thick), palette.near, 0.6)
    }
  }
}

function paintLand(picture: Raster, scene: Scene): void {
  const { land, palette, random } = scene
  const { width, height } = picture
  const layers = land === 'sea' ? 3 : 5
  for (let layer = 0; layer < layers; layer++) {
    const depth = layer / (layers - 1)
    if (land === 'sea' && layer === layers - 1)
      paintWater(picture, scene)
    const base = land === 'sea' ? 0.55 + 0.45 * depth * depth : 0.54 + 0.36 * depth
    const line = drawSkyline(land === 'sea' && depth === 1 ? 'hills' : land, { width, height, random }, { depth, base })
    const colour = mix(mix(palette.far, palette.horizon, 0.25), palette.near, depth ** 0.8)
    fillBelow(picture, line, {
      colour,
      haze: palette.horizon,
      amount: 0.5 * (1 - depth),
      until: land === 'sea' && depth < 1 ? height * 0.6 : height,
    })
    if (land === 'city' && depth > 0.2 && depth < 0.95)
      lightWindows(picture, line, scene, depth)
  }
}

interface Fill {
  readonly colour: Colour
  /** Haze grows towards the foot of each layer. */
  readonly haze: Colour
  readonly amount: number
  readonly until: number
}

function fillBelow(picture: Raster, line: Skyline, { colour, haze, amount, until }: Fill): void {
  const depthOfHaze = picture.height * 0.24
  const top = line.reduce((least, edge) => Math.min(least, edge), until)
  for (let y = Math.max(0, Math.floor(top)); y < until; y++) {
    for (let x = 0; x < picture.width; x++) {
      const below = y - (line[x] ?? until)
      const share = amount * clamp(below / depthOfHaze)
      if (below >= 0.5)
        paint(picture, x, y, colour, haze, share)
      else if (below > -0.5)
        tint(picture, x, y, mix(colour, haze, share), below + 0.5)
    }
  }
}

function paintWater(picture: Raster, { palette, sun, random }: Scene): void {
  const { width, height } = picture
  const shore = Math.floor(height * 0.6)
  const phase = random.between(0, 100)
  for (let y = shore; y < height; y++) {
    const depth = (y - shore) / (height - shore)
    const base = mix(mix(palette.horizon, palette.far, 0.25), mix(palette.top, palette.near, 0.45), depth ** 0.7)
    const wide = width * (0.035 + 0.12 * depth)
    for (let x = 0; x < width; x++) {
      const ripple = Math.sin(y * (1.4 - depth) * 900 / height + Math.sin(x / width * 9 * (1.5 - depth) + phase + y * 0.13) * 2.2)
      const path = Math.abs(x - sun.x) < 3 * wide ? Math.exp(-(((x - sun.x) / wide) ** 2)) : 0
      const light = 0.05 * ripple + path * (0.28 + 0.32 * Math.max(0, ripple))
      paint(picture, x, y, base, light > 0 ? palette.light : palette.near, Math.abs(light))
    }
  }
}

function lightWindows(picture: Raster, line: Skyline, { random, palette }: Scene, depth: number): void {
  const step = Math.max(4, Math.round(picture.height * (0.009 + 0.007 * depth)))
  const warm: Colour = [255, 214, 140]
  const bright = palette.isNight ? 0.85 : 0.3
  for (let x = step; x < picture.width - step; x += step) {
    const roof = Math.max(line[x - 1] ?? 0, line[x + (step >> 1)] ?? 0)
    for (let y = Math.ceil((roof + step) / step) * step; y < picture.height * 0.86; y += step) {
      if (random.next() > 0.36 * depth + 0.08)
        continue
      for (let i = 0; i < (step >> 1) ** 2; i++)
        tint(picture, x + i % (step >> 1), y + Math.floor(i / (step >> 1)), warm, bright * (0.6 + 0.4 * depth))
    }
  }
}

/** Sets a pixel to a mix of two colours without allocating a third. */
function paint({ width, rgb }: Raster, x: number, y: number, base: Colour, towards: Colour, amount: number): void {
  const at = (y * width + x) * 3
  rgb[at] = base[0] + (towards[0] - base[0]) * amount
  rgb[at + 1] = base[1] + (towards[1] - base[1]) * amount
  rgb[at + 2] = base[2] + (towards[2] - base[2]) * amount
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value))
}
