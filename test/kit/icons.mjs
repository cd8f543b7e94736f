/**
 * Draws the icon of the program, its windows, packages and page from two drawings, one of them for small sizes, in Chromium:
 * `node test/kit/icons.mjs [FOLDER]`.
 */
import { Buffer } from 'node:buffer'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { shellPath } from './chromium.ts'
import { icns, ico } from './icon-files.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const out = process.argv[2] ?? root
const drawing = readFileSync(join(root, 'src-renderer', 'icon.svg'), 'utf8')
const small = readFileSync(join(root, 'resources', 'icons', 'small.svg'), 'utf8')
const largestSmall = 24

const browser = await chromium.launch({ executablePath: shellPath, args: ['--no-sandbox'] })
const page = await browser.newPage()

/** The drawing as `{ size, png, pixels }`; `share` of the square is drawn on, the rest is its margin. */
async function draw(size, { share = 1, isOpaque = false } = {}) {
  const { png, pixels } = await page.evaluate(async ({ text, size, share, isOpaque }) => {
    const picture = new Image()
    picture.src = `data:image/svg+xml;base64,${btoa(text)}`
    await picture.decode()
    const canvas = Object.assign(document.createElement('canvas'), { width: size, height: size })
    const context = canvas.getContext('2d')
    if (isOpaque) {
      context.fillStyle = '#22272e'
      context.fillRect(0, 0, size, size)
    }
    const margin = size * (1 - share) / 2
    context.drawImage(picture, margin, margin, size * share, size * share)
    // Only small ones are stored as plain pixels.
    const pixels = size <= 64 ? [...context.getImageData(0, 0, size, size).data] : []
    return { png: canvas.toDataURL('image/png').split(',')[1], pixels }
  }, { text: size <= largestSmall ? small : drawing, size, share, isOpaque })
  return { size, png: Buffer.from(png, 'base64'), pixels }
}

async function sizes(list, options) {
  const drawn = []
  for (const size of list)
    drawn.push(await draw(size, options))
  return drawn
}

const linux = await sizes([16, 24, 32, 48, 64, 128, 256, 512])
for (const { size, png } of linux)
  write(`resources/icons/${size}x${size}.png`, png)
write('resources/icons/icon.ico', ico(await sizes([16, 24, 32, 48, 64, 256])))
// macOS puts icons on a grid with a margin of a tenth.
write('resources/icons/icon.icns', icns(await sizes([32, 64, 128, 256, 512, 1024], { share: 0.86 })))
for (const { size, png } of linux.filter(({ size }) => size === 256 || size === 512))
  write(`src-renderer/public/icon-${size}.png`, png)
write('src-renderer/public/favicon.ico', ico(linux.filter(({ size }) => size <= 48)))
// The system cuts it to its own shape, so it has no corners of ours.
const [touch] = await sizes([180], { share: 1.14, isOpaque: true })
write('src-renderer/public/apple-touch-icon.png', touch.png)
await browser.close()

function write(name, bytes) {
  const path = join(out, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, bytes)
}
