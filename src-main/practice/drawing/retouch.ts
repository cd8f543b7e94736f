/** Chooses the effect of an image edit: from the words of the instruction, otherwise at random. */
import type { Ffmpeg } from '../../media/ffmpeg/ffmpeg.ts'
import type { Colour, Raster } from './raster.ts'
import { createRandom } from '../seed.ts'
import { coloursIn } from './palette.ts'
import { tint } from './raster.ts'

const effects: readonly (readonly [words: RegExp, filter: string])[] = [
  [/black.and.white|monochrome|gr[ae]yscale|noir|黑白/i, 'hue=s=0,eq=contrast=1.25'],
  [/night|dark|moon|夜|暗/i, 'eq=brightness=-0.12:contrast=1.1:saturation=0.7,colorbalance=bs=0.3:bm=0.2:rs=-0.15'],
  [/sunset|warm|golden|autumn|fall\b|暖|秋|日落/i, 'colorbalance=rs=0.25:rm=0.25:gm=0.05:bs=-0.2:bm=-0.25,eq=saturation=1.25'],
  [/winter|cold|snow|\bice|[冬冷雪]/i, 'colorbalance=bs=0.2:bm=0.25:bh=0.15:rm=-0.1,eq=brightness=0.08:saturation=0.65'],
  [/sketch|drawing|outline|pencil|edge|cartoon|素描|线/i, 'edgedetect=mode=colormix:high=0.1:low=0.03'],
  [/negative|invert|x-ray|反相/i, 'negate'],
  [/dream|blur|soft|misty|fog|模糊|梦/i, 'split[a][b];[b]gblur=sigma=14,eq=brightness=0.05[c];[a][c]blend=all_mode=screen:all_opacity=0.7'],
  [/sharp|detail|crisp|清晰/i, 'unsharp=7:7:2.2,eq=contrast=1.12'],
  [/vintage|old|film|retro|sepia|复古|旧/i, 'colorchannelmixer=.393:.769:.189:0:.349:.686:.168:0:.272:.534:.131,vignette=PI/4'],
  [/mirror|flip|reverse|镜像|翻转/i, 'hflip'],
  [/bright|light|day|亮/i, 'eq=brightness=0.14:saturation=1.15'],
]

/** An ffmpeg filter chain with a visible effect. Effects that this ffmpeg cannot do are left out; without any, the image is mirrored. */
export function chooseRetouch(prompt: string, seed: string, ffmpeg: Ffmpeg): string {
  const random = createRandom(`${prompt} ${seed}`)
  const byWord = effects.filter(([words]) => words.test(prompt)).map(([, filter]) => filter)
  const [colour] = coloursIn(prompt)
  const chosen = byWord.length > 0
    ? byWord
    : [colour ? tintFilter(colour) : `hue=h=${Math.round(random.between(60, 300))}:s=1.15`, 'vignette=PI/5']
  const usable = chosen.filter(chain => filtersIn(chain).every(filter => ffmpeg.filters.has(filter)))
  return usable.length > 0 ? usable.join(',') : 'hflip'
}

/** A filter that limits the image to `megapixels` (default 4.2), applied first so that the edit is fast. */
export function downsizing(megapixels: number | undefined): string {
  const most = Math.round((megapixels ?? 4.2) * 1e6)
  const scale = `min(1\\,sqrt(${most}/(iw*ih)))`
  return `scale=w='max(2\\,trunc(iw*${scale}))':h='max(2\\,trunc(ih*${scale}))'`
}

/** Draws the additional images side by side into the lower left corner. */
export function insetPictures(picture: Raster, insets: readonly Raster[]): void {
  const gap = Math.max(4, Math.round(picture.width / 80))
  let left = gap
  for (const inset of insets) {
    const top = picture.height - gap - inset.height
    for (let y = 0; y < inset.height; y++) {
      for (let x = 0; x < inset.width; x++) {
        const at = (y * inset.width + x) * 3
        const [red = 0, green = 0, blue = 0] = inset.rgb.subarray(at, at + 3)
        tint(picture, left + x, top + y, [red, green, blue], 1)
      }
    }
    left += inset.width + gap
  }
}

function tintFilter([red, green, blue]: Colour): string {
  const share = (value: number) => (0.35 + 0.75 * value / 255).toFixed(2)
  return `hue=s=0.45,colorchannelmixer=rr=${share(red)}:gg=${share(green)}:bb=${share(blue)}`
}

function filtersIn(chain: string): readonly string[] {
  return [...chain.replace(/\[\w\]/g, '').matchAll(/(?:^|[,;])([a-z]\w*)/g)].flatMap(match => match[1] ?? [])
}
