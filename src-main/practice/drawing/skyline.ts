/** The upper edge of the land, one line for each distance. */
import type { Random } from '../seed.ts'

export type Land = 'hills' | 'mountains' | 'forest' | 'city' | 'sea'

/** The edge at each column, in pixels from the top; fractions antialias it. */
export type Skyline = Float32Array

export interface Ground {
  readonly width: number
  readonly height: number
  readonly random: Random
}

/** `depth`: 0 for the farthest line, 1 for the nearest. `base`: its average position, as a fraction of the height. */
export function drawSkyline(land: Land, { width, height, random }: Ground, { depth, base }: { depth: number, base: number }): Skyline {
  const wave = createWave(random, land === 'mountains' ? 6 : 4, land === 'mountains' ? 0.55 : 0.42)
  const reach = height * (land === 'mountains' ? 0.2 : 0.11) * (1.1 - 0.4 * depth)
  const frequency = (1.4 + 2 * depth) * width / Math.max(width, height)
  const line = new Float32Array(width)
  for (let x = 0; x < width; x++) {
    const noise = wave(x / width * frequency)
    const shape = land === 'mountains' ? 1 - 2.4 * Math.abs(noise) : noise * 1.6
    line[x] = height * base - shape * reach
  }
  if (land === 'forest' && depth > 0.3)
    plantTrees(line, height, random, depth)
  if (land === 'city' && depth > 0.2 && depth < 0.95)
    raiseTowers(line, height, random, depth)
  return line
}

/** Smooth noise around zero, of several octaves. */
function createWave(random: Random, octaves: number, roughness: number): (x: number) => number {
  const table = Float32Array.from({ length: 512 }, () => random.next() * 2 - 1)
  const start = random.between(0, 200)
  const value = (x: number) => {
    const whole = Math.floor(x)
    const t = x - whole
    const ease = t * t * (3 - 2 * t)
    const a = table[whole & 511] ?? 0
    return a + ((table[(whole + 1) & 511] ?? 0) - a) * ease
  }
  return (x) => {
    let sum = 0
    let size = 1
    for (let octave = 0; octave < octaves; octave++) {
      sum += size * value((start + x) * 2 ** octave + octave * 37)
      size *= roughness
    }
    return sum / 1.7
  }
}

function plantTrees(line: Skyline, height: number, random: Random, depth: number): void {
  const size = height * (0.025 + 0.075 * depth * depth)
  for (let x = -size; x < line.length + size; x += size * random.between(0.22, 0.6)) {
    const tall = size * random.between(0.7, 1.5)
    const wide = tall * random.between(0.17, 0.24)
    const foot = line[Math.round(Math.min(line.length - 1, Math.max(0, x)))] ?? height
    for (let dx = Math.ceil(-wide); dx <= wide; dx++) {
      const at = Math.round(x + dx)
      const from = 1 - Math.abs(dx) / wide
      // A sine over the slope draws the branches.
      const branches = from + 0.07 * Math.sin(from * 22)
      if (at >= 0 && at < line.length)
        line[at] = Math.min(line[at] ?? height, foot + size * 0.15 - tall * branches)
    }
  }
}

function raiseTowers(line: Skyline, height: number, random: Random, depth: number): void {
  const unit = height * (0.028 + 0.03 * depth)
  const foot = height * (0.62 + 0.16 * depth)
  for (let x = 0; x < line.length;) {
    const wide = Math.max(3, Math.round(unit * random.between(0.7, 2)))
    const roof = foot - unit * random.between(1.5, 7.5) * (1.25 - 0.45 * depth)
    const spire = random.next() < 0.14 ? unit * random.between(0.8, 2) : 0
    for (let i = 0; i < wide && x + i < line.length; i++)
      line[x + i] = Math.min(line[x + i] ?? height, Math.abs(i - wide / 2) < Math.max(1, unit * 0.05) ? roof - spire : roof)
    x += wide + Math.round(unit * (random.next() < 0.25 ? random.between(0.1, 0.6) : 0))
  }
}
