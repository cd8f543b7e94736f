/** Captions and titles look in the preview as ffmpeg burns them into the film, from the same ASS and the same fonts. */
import type { Page } from '@playwright/test'
import type { TextStyle, WordStyle } from '#contract/text-style.ts'
import type { ShownCaptions } from '#rules/captions/ass.ts'
import type { Screen } from '#rules/captions/style.ts'
import type { Title } from '#rules/captions/title.ts'
import type { CaptionPainter } from '../../src-renderer/player/preview/captions.ts'
import { Buffer } from 'node:buffer'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { build } from 'vite'
import { toAss } from '#rules/captions/ass.ts'
import { lettersIn } from '#rules/captions/by-words.ts'
import { fontFamilies } from '#rules/captions/fonts.ts'
import { wordsOf } from '#rules/captions/pieces.ts'
import { captionStyle, titleStyle } from '#rules/captions/style.ts'
import { contentSecurityPolicy, readPage } from '../../src-main/hosts/page.ts'
import { layOutFonts } from '../../src-main/media/plan/caption-fonts.ts'
import { captionsOfScripts } from '../kit/captions-of-scripts.ts'

const run = promisify(execFile)
const rate = { numerator: 25, denominator: 1 }
const wide = { width: 1280, height: 720, rate }
const upright = { width: 540, height: 960, rate }
const still = { x: 0, y: 0, scale: 1, rotation: 0, opacity: 1, crop: { left: 0, top: 0, right: 0, bottom: 0 } }

function captions(lines: readonly string[], style: Partial<TextStyle> = {}): ShownCaptions {
  const cues = [{ start: 10, length: 20, lines, speaker: 'ANNA' }, { start: 30, length: 20, lines: ['Next.'], speaker: '' }]
  return { cues, style: { ...captionStyle, ...style }, speakerColours: {} }
}
function title(text: string, look: Partial<Title['look']>, more: Partial<Title> = {}): Title {
  return { start: 0, length: 50, text, style: titleStyle, look: { ...still, ...look }, fadeIn: 0, fadeOut: 0, ...more }
}

const textsOf = (...scripts: string[]): string => scripts.map(script => captionsOfScripts[script]!.text).join('  ')
const inBox: Partial<TextStyle> = {
  ...{ font: 'serif', isBold: true, place: 'top', align: 'left', outline: 0 },
  box: { colour: '#204060', opacity: 0.6 },
}
const yellow = { ...captions(['Who goes there?'], { font: 'mono', outline: 0.008 }), speakerColours: { ANNA: '#ffd23f' } }
const cast: Partial<TextStyle> = { shadow: { colour: '#2040a0', opacity: 0.8, distance: 0.12, blur: 0.1 } }
const apart: Partial<TextStyle> = { lineSpacing: 0.5, letterSpacing: 0.2 }
const moving = [
  title('The End 终', { rotation: 12, x: -0.2, y: -0.1, scale: 0.8 }),
  title('let through', { opacity: 0.5, y: 0.3 }, { fadeIn: 10, fadeOut: 10 }),
]

/** The words are said in turn from the beginning of the caption, 5 frames each. */
function spoken(how: WordStyle['how'], lines: readonly string[], style: Partial<TextStyle> = {}): ShownCaptions {
  const shown = captions(lines, style)
  let lettersBefore = 0
  const words = lines.flatMap(line => wordsOf(line)).map(({ text }, at) => {
    const word = { lettersBefore, start: 10 + at * 5 }
    lettersBefore += lettersIn(text)
    return word
  })
  return { ...shown, cues: [{ ...shown.cues[0]!, words }, ...shown.cues.slice(1)], words: { how, colour: '#ff2d78' } }
}

interface Scene {
  readonly screen: Screen
  readonly shown: Parameters<typeof toAss>[1]
  /** Where it is compared. */
  readonly frames: readonly number[]
}
const scenes: Readonly<Record<string, Scene>> = {
  'two rows with accents and quotes': {
    screen: wide,
    shown: { captions: captions(['“Ça a été très drôle,” said Zoë —', 'naïve façade, Łódź & {co} \\ Řím']) },
    frames: [9, 10, 30, 50],
  },
  'Chinese and Latin in one row': {
    screen: wide,
    shown: { captions: captions(['清晨的第一缕阳光照在山谷里，', '他说：“Hello, Anna”，好吗？']) },
    frames: [20],
  },
  'a serif in bold in a box at the top': {
    screen: wide,
    shown: { captions: captions(['The light was out,', 'and nobody said a word.'], inBox) },
    frames: [20],
  },
  'a speaker’s colour in mono': { screen: wide, shown: { captions: yellow }, frames: [20] },
  'scripts that are written from the right, joined or stacked': {
    screen: wide,
    shown: { captions: captions([captionsOfScripts.Hebrew!.text, captionsOfScripts.Arabic!.text]) },
    frames: [20],
  },
  'scripts of India, Thai and Ethiopic': {
    screen: wide,
    shown: { captions: captions([textsOf('Hindi', 'Bengali', 'Tamil', 'Telugu'), textsOf('Thai', 'Amharic', 'Burmese', 'Khmer')]) },
    frames: [20],
  },
  'Korean, Japanese and emoji': {
    screen: wide,
    shown: { captions: captions([textsOf('Korean', 'Japanese'), `${textsOf('Emoji')} ♪`]) },
    frames: [20],
  },
  'an upright picture': {
    screen: upright,
    shown: { captions: captions(['Forty-two narrow characters fit into a row', 'of an upright picture, too.']) },
    frames: [20],
  },
  'a word in another colour': {
    screen: wide,
    shown: { captions: spoken('colour', ['Ça a été très', 'drôle, “naïve”.']) },
    frames: [9, 12, 22, 30, 50],
  },
  'a word in a box, below and above a box of all': {
    screen: wide,
    shown: { captions: spoken('box', ['The light was', 'out, they said'], inBox) },
    frames: [12, 27],
  },
  'a word that grows': {
    screen: upright,
    shown: { captions: spoken('pop', ['The light was', 'out, they said']) },
    frames: [10, 11, 14, 26, 29],
  },
  'a word that grows in a box of all': {
    screen: wide,
    shown: { captions: spoken('pop', ['清晨的第一缕阳光', 'said Zoë'], inBox) },
    frames: [13, 22],
  },
  'a word alone': { screen: wide, shown: { captions: spoken('alone', ['清晨的阳光 Zoë']) }, frames: [9, 10, 16, 29] },
  'words with a shadow, letters and rows apart': {
    screen: wide,
    shown: {
      captions: captions(['The light was out,', 'and nobody said a word.'], { ...cast, letterSpacing: 0.1, lineSpacing: 0.4 }),
      titles: [title('The lamp\nis lit', { rotation: -8, scale: 1.3 }, { style: { ...titleStyle, ...cast, ...apart } })],
    },
    frames: [20],
  },
  'a word that grows with its shadow': {
    screen: wide,
    shown: { captions: spoken('pop', ['The light was', '清晨的阳光'], cast) },
    frames: [13, 27],
  },
  'a title in a wide box': {
    screen: wide,
    shown: {
      captions: null,
      titles: [title('终 The End', { scale: 0.8 }, { style: { ...titleStyle, ...inBox, box: { ...inBox.box!, padding: 0.6 } } })],
    },
    frames: [20],
  },
  'titles that turn, grow and fade': { screen: wide, shown: { captions: null, titles: moving }, frames: [5, 45] },
}

let folder: string
let address: string
let server: ReturnType<typeof createServer>

test.describe('captions in the preview @web', () => {
  test.beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'takeroom-captions-'))
    const source = join(folder, 'source')
    await mkdir(source)
    const painter = fileURLToPath(new URL('../../src-renderer/player/preview/captions.ts', import.meta.url))
    await writeFile(join(source, 'index.html'), '<!doctype html><script type="module" src="./main.js"></script>')
    const script = `import { createCaptionPainter } from ${JSON.stringify(painter)}\nwindow.painter = createCaptionPainter({ width: 16, height: 16 })\n`
    await writeFile(join(source, 'main.js'), script)
    await build({
      root: source,
      configFile: false,
      logLevel: 'warn',
      worker: { format: 'es' },
      build: { outDir: join(folder, 'page'), emptyOutDir: true, minify: false },
    })
    await layOutFonts(fontFamilies.map(family => `,${family},`).join(''), join(folder, 'page', 'fonts'))
    const page = await readPage(join(folder, 'page'))
    server = createServer(async (request, response) => {
      const file = page.get(request.url ?? '')
      if (!file)
        return void response.writeHead(404).end()
      const policy = contentSecurityPolicy({ own: `'self'` })
      response.writeHead(200, { ...file.headers, 'Content-Security-Policy': policy }).end(await file.read())
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const at = server.address()
    address = typeof at === 'object' && at !== null ? `http://127.0.0.1:${at.port}/` : ''
  })

  test.afterAll(async () => {
    server.close()
    await rm(folder, { recursive: true, force: true })
  })

  test('look as they do in the film, on the same frames', async ({ page }) => {
    test.slow()
    const said: string[] = []
    page.on('console', message => message.type() === 'error' && said.push(message.text()))
    await page.goto(address)
    for (const [name, { screen, shown, frames }] of Object.entries(scenes)) {
      const ass = toAss(screen, shown)
      for (const frame of frames) {
        await test.step(`${name}, frame ${frame}`, async () => {
          const file = `${name.replaceAll(/\W+/g, '-')}-${frame}`
          await writeFile(join(folder, `${file}-page.png`), await drawInPage(page, ass, screen, frame))
          await burn(ass, screen, frame, `${file}-film.png`)
          const words = await partWithWords(`${file}-film.png`, screen)
          expect(words !== null, 'the film has words').toBe(frame !== 9 && frame !== 50)
          const [whole, part] = await similarity(`${file}-page.png`, `${file}-film.png`, words ?? `${screen.width}:${screen.height}:0:0`)
          expect(whole).toBeGreaterThanOrEqual(0.99)
          // The words alone: their edges differ by fractions of a pixel between versions of libass, which add up in a row of several
          // fonts. All else would be far less.
          expect(part).toBeGreaterThanOrEqual(/\\fn.*\\fn.*\\fn/.test(ass) ? 0.9 : 0.95)
        })
      }
    }
    expect(said).toEqual([])
  })
})

async function drawInPage(page: Page, ass: string, { width, height }: Screen, frame: number): Promise<Buffer> {
  const url = await page.evaluate(async ({ ass, width, height, seconds }) => {
    const { painter } = window as unknown as { painter: CaptionPainter }
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width, height })
    const context = canvas.getContext('2d')!
    context.fillStyle = '#5a6a7a'
    context.fillRect(0, 0, width, height)
    painter.resize(width, height)
    const changed = window as unknown as { ass?: string }
    if (changed.ass !== ass)
      await painter.set(ass)
    changed.ass = ass
    // The second time nothing has changed, and the same is drawn again.
    await painter.draw(seconds, document.createElement('canvas'))
    await painter.draw(seconds, canvas)
    return canvas.toDataURL('image/png')
  }, { ass, width, height, seconds: frame / 25 })
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
}

async function burn(ass: string, { width, height }: Screen, frame: number, name: string): Promise<void> {
  await writeFile(join(folder, 'captions.ass'), ass)
  await rm(join(folder, 'fonts'), { recursive: true, force: true })
  await layOutFonts(ass, join(folder, 'fonts'))
  const picture = `color=c=0x5a6a7a:s=${width}x${height}:r=25,format=rgb24`
  const filters = `setpts=round(PTS+${frame}/25/TB),ass=filename=captions.ass:fontsdir=fonts`
  const args = ['-v', 'error', '-y', '-f', 'lavfi', '-i', picture, '-vf', filters, '-frames:v', '1', '-update', '1', name]
  await run('ffmpeg', args, { cwd: folder })
}

/** The rectangle outside of which there is nothing but the background, as ffmpeg crops to it; null when there is nothing else at all. */
async function partWithWords(name: string, { width, height }: Screen): Promise<string | null> {
  const args = ['-v', 'error', '-i', name, '-f', 'rawvideo', '-pix_fmt', 'gray', '-']
  const { stdout } = await run('ffmpeg', args, { cwd: folder, encoding: 'buffer', maxBuffer: 2 ** 26 })
  let [left, top, right, bottom] = [width, height, -1, -1]
  stdout.forEach((value, at) => {
    if (Math.abs(value - stdout[0]!) < 3)
      return
    const [x, y] = [at % width, Math.floor(at / width)]
    ;[left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)]
  })
  return right < 0 ? null : `${right - left + 1}:${bottom - top + 1}:${left}:${top}`
}

/** SSIM of all colours, of the whole picture and of a part: 1 is the same. */
async function similarity(one: string, other: string, part: string): Promise<[whole: number, part: number]> {
  const graph = `[0]format=gbrp,split[a][c];[1]format=gbrp,split[b][d];`
    + `[a][b]ssim@whole;[c]crop=${part}[e];[d]crop=${part}[f];[e][f]ssim@part`
  const { stderr } = await run('ffmpeg', ['-i', one, '-i', other, '-filter_complex', graph, '-f', 'null', '-'], { cwd: folder })
  const of = (name: string) => Number(new RegExp(`\\[ssim@${name} .*All:([\\d.]+)`).exec(stderr)?.[1])
  return [of('whole'), of('part')]
}
