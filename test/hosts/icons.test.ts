/**
 * The files of the icon: of the sizes and forms that each system asks for, and of the drawing as it is now.
 *
 * @module-tag wide
 */
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readPage } from '../../src-main/hosts/page.ts'
import { shellPath } from '../kit/chromium.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const icons = join(root, 'resources', 'icons')
const page = join(root, 'src-renderer', 'public')
const run = promisify(execFile)

function sizeOfPng(bytes: Buffer): number {
  expect(bytes.toString('latin1', 1, 4)).toBe('PNG')
  expect(bytes.readUInt32BE(16)).toBe(bytes.readUInt32BE(20))
  return bytes.readUInt32BE(16)
}

/** The pictures of an ICO: their size, and whether they are PNG. */
function readIco(bytes: Buffer): { size: number, isPng: boolean }[] {
  expect([bytes.readUInt16LE(0), bytes.readUInt16LE(2)]).toEqual([0, 1])
  return Array.from({ length: bytes.readUInt16LE(4) }, (_, index) => {
    const entry = bytes.subarray(6 + 16 * index, 22 + 16 * index)
    const image = bytes.subarray(entry.readUInt32LE(12), entry.readUInt32LE(12) + entry.readUInt32LE(8))
    expect(image).toHaveLength(entry.readUInt32LE(8))
    const isPng = image[0] === 0x89
    const size = isPng ? sizeOfPng(image) : image.readInt32LE(4)
    expect(entry[0]).toBe(size % 256)
    if (!isPng) {
      expect([image.readInt32LE(8), image.readUInt16LE(14), image.length])
        .toEqual([2 * size, 32, 40 + size * size * 4 + Math.ceil(size / 32) * 4 * size])
    }
    return { size, isPng }
  })
}

function readIcns(bytes: Buffer): [string, number][] {
  expect([bytes.toString('latin1', 0, 4), bytes.readUInt32BE(4)]).toEqual(['icns', bytes.length])
  const found: [string, number][] = []
  for (let at = 8; at < bytes.length; at += bytes.readUInt32BE(at + 4))
    found.push([bytes.toString('latin1', at, at + 4), sizeOfPng(bytes.subarray(at + 8, at + bytes.readUInt32BE(at + 4)))])
  return found
}

describe('the icon', () => {
  it('has a PNG of each size for Linux', async () => {
    const names = (await readdir(icons)).filter(name => name.endsWith('.png'))
    const sizes = await Promise.all(names.map(async name => [name, sizeOfPng(await readFile(join(icons, name)))] as const))
    expect(Object.fromEntries(sizes))
      .toEqual(Object.fromEntries([16, 24, 32, 48, 64, 128, 256, 512].map(size => [`${size}x${size}.png`, size])))
  })

  it('has one file for Windows, with plain pixels where old readers want them, and one for macOS', async () => {
    expect(readIco(await readFile(join(icons, 'icon.ico')))).toEqual([16, 24, 32, 48, 64, 256].map(size => ({ size, isPng: size > 64 })))
    expect(readIcns(await readFile(join(icons, 'icon.icns')))).toEqual([
      ['ic11', 32],
      ['ic12', 64],
      ['ic07', 128],
      ['ic13', 256],
      ['ic08', 256],
      ['ic14', 512],
      ['ic09', 512],
      ['ic10', 1024],
    ])
  })

  it('is small enough to be kept with the sources', async () => {
    const files = [icons, page].map(async folder => Promise.all((await readdir(folder))
      .map(async name => (await stat(join(folder, name))).size)))
    expect((await Promise.all(files)).flat().reduce((a, b) => a + b)).toBeLessThan(1_000_000)
  })
})

describe('the page', () => {
  it('names an icon for each use, all of which are there with their types', async () => {
    const html = await readFile(join(root, 'src-renderer', 'index.html'), 'utf8')
    const links = [...html.matchAll(/<link rel="([\w-]+)"[^>]* href="([^"]+)">/g)].map(([, rel, href]) => [rel, href])

    expect(links).toEqual([['icon', '/favicon.ico'], ['icon', './icon.svg'], ['apple-touch-icon', '/apple-touch-icon.png'], ['manifest', '/manifest.webmanifest']])
    const files = await readPage(page)
    const type = (path: string): string | undefined => files.get(path)?.headers['Content-Type']
    expect([type('/favicon.ico'), type('/apple-touch-icon.png'), type('/manifest.webmanifest')])
      .toEqual(['image/x-icon', 'image/png', 'application/manifest+json; charset=utf-8'])
    expect(readIco(await readFile(join(page, 'favicon.ico'))).map(({ size }) => size)).toEqual([16, 24, 32, 48])
    const manifest = await readFile(join(page, 'manifest.webmanifest'), 'utf8')
    const { icons: listed } = JSON.parse(manifest) as { icons: { src: string, sizes: string }[] } // Ours.
    for (const { src, sizes } of listed)
      expect(`${sizeOfPng(await readFile(join(page, src)))}x${sizeOfPng(await readFile(join(page, src)))}`).toBe(sizes)
  })
})

describe.runIf(shellPath !== undefined)('drawn again', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'takeroom-icons-'))
    await run(process.execPath, [join(root, 'test', 'kit', 'icons.mjs'), folder])
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  /** Chromium's edges differ a little between versions and machines. */
  it.each(['resources/icons/16x16.png', 'resources/icons/48x48.png', 'resources/icons/256x256.png', 'src-renderer/public/apple-touch-icon.png'])('%s is the same picture', async (name) => {
    const pixels = async (path: string): Promise<Buffer> => {
      const words = ['-v', 'error', '-i', path, '-f', 'rawvideo', '-pix_fmt', 'rgba', '-']
      return (await run('ffmpeg', words, { encoding: 'buffer', maxBuffer: 2 ** 24 })).stdout
    }
    const [kept, drawn] = await Promise.all([pixels(join(root, name)), pixels(join(folder, name))])
    expect(drawn).toHaveLength(kept.length)
    const differing = kept.reduce((sum, value, index) => sum + Math.abs(value - drawn[index]!), 0) / kept.length
    expect(differing).toBeLessThan(2)
  })
})
