/**
 * Images: generated, edited, and returned under the names that their models use.
 *
 * @module-tag all
 */
import type { Ffmpeg } from '../../../src-main/media/ffmpeg/ffmpeg.ts'
import type { Raster } from '../../../src-main/practice/drawing/raster.ts'
import { beforeAll, expect, it } from 'vitest'
import { decodePpm } from '../../../src-main/practice/drawing/raster.ts'
import { needFfmpeg } from '../../kit/ffmpeg.ts'
import { askPractice, blob, bytesOf, detailOf, generate, still } from './asking.ts'

let ffmpeg: Ffmpeg

beforeAll(async () => {
  ffmpeg = await needFfmpeg()
})

/** What ffmpeg, which is independent of our encoders, reads. */
async function decoded(bytes: Buffer): Promise<Raster> {
  const { stdout } = await ffmpeg.run(['-i', 'pipe:0', '-frames:v', '1', '-c:v', 'ppm', '-f', 'image2pipe', 'pipe:1'], { input: bytes })
  return decodePpm(stdout)
}

function meanOf({ rgb }: Raster): readonly [number, number, number] {
  const sums: [number, number, number] = [0, 0, 0]
  rgb.forEach((value, i) => {
    sums[i % 3 as 0 | 1 | 2] += value
  })
  const pixels = rgb.length / 3
  return [sums[0] / pixels, sums[1] / pixels, sums[2] / pixels]
}

const inBase64 = (body: unknown, name: string) => Buffer.from(String(Reflect.get(body as object, name)), 'base64')

it('a new image has exactly the requested size, 1024 by 1024 by default', async () => {
  const { json } = await askPractice()
  for (const [width, height] of [[512, 2048], [640, 512]] as const) {
    const picture = await decoded(
      await bytesOf(await json(generate, { model: 'eigen-image', prompt: 'a hill', width, height, binary_response: true })),
    )
    expect([picture.width, picture.height]).toEqual([width, height])
  }
  const usual = await decoded(inBase64(
    await (await json(generate, { model: 'eigen-image', prompt: 'a hill' })).json(),
    'turbo_image_base64',
  ))
  expect([usual.width, usual.height]).toEqual([1024, 1024])
})

it('is PNG unless jpg is requested, and always PNG without ffmpeg', async () => {
  const { json } = await askPractice()
  const ask = { model: 'eigen-image', prompt: 'a hill', width: 512, height: 512, binary_response: true }
  const png = await json(generate, ask)
  expect([png.headers.get('content-type'), (await bytesOf(png)).toString('latin1', 1, 4)]).toEqual(['image/png', 'PNG'])
  const jpg = await json(generate, { ...ask, output_format: 'jpg' })
  expect(jpg.headers.get('content-type')).toBe('image/jpeg')
  const bytes = await bytesOf(jpg)
  expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xFF, 0xD8, 0xFF]))
  expect(await decoded(bytes)).toMatchObject({ width: 512, height: 512 })
  const bare = await askPractice({ ffmpeg: async () => null })
  const fallback = await bare.json(generate, { ...ask, output_format: 'jpg' })
  expect(fallback.headers.get('content-type')).toBe('image/png')
  expect(await decoded(await bytesOf(fallback))).toMatchObject({ width: 512, height: 512 })
})

it('prompt and seed determine the image, and its colour words are visible', async () => {
  const draw = async (body: object) => {
    const { json } = await askPractice()
    return bytesOf(await json(generate, { model: 'eigen-image', width: 512, height: 512, binary_response: true, ...body }))
  }
  const first = await draw({ prompt: 'a quiet valley', seed: 1 })
  expect((await draw({ prompt: 'a quiet valley', seed: 1 })).equals(first)).toBe(true)
  expect((await draw({ prompt: 'a quiet valley', seed: 2 })).equals(first)).toBe(false)
  expect((await draw({ prompt: 'a loud valley', seed: 1 })).equals(first)).toBe(false)
  const [red, , blueInRed] = meanOf(await decoded(await draw({ prompt: 'a red hill', seed: 1 })))
  const [redInBlue, , blue] = meanOf(await decoded(await draw({ prompt: 'a blue hill', seed: 1 })))
  expect(red).toBeGreaterThan(blueInRed + 20)
  expect(blue).toBeGreaterThan(redInBlue + 20)
})

it('a repeated request gives another image without a seed, and the same one with it', async () => {
  const { json } = await askPractice()
  const draw = async (body: object) => bytesOf(
    await json(generate, { model: 'eigen-image', prompt: 'a hill', width: 512, height: 512, binary_response: true, ...body }),
  )
  expect((await draw({})).equals(await draw({}))).toBe(false)
  expect((await draw({ seed: 4 })).equals(await draw({ seed: 4 }))).toBe(true)
})

it('each model returns the image under its own name', async () => {
  const { json, form } = await askPractice()
  const image = await still()
  const answers = {
    drawn: await (await json(generate, { model: 'eigen-image', prompt: 'a hill', width: 512, height: 512 })).json() as object,
    edited: await (await form(generate, { model: 'eigen-image', prompt: 'warm', mode: 'image-editing', images: image })).json() as object,
    qwen: await (await form(generate, { model: 'qwen-image-edit-2511', prompt: 'warm', images: image })).json() as object,
    flux: await (await form(generate, { model: 'flux-1-kontext', prompt: 'warm', image, seed: '9' })).json() as object,
  }
  expect(Object.keys(answers.drawn)).toEqual(['turbo_image_base64'])
  expect(Object.keys(answers.edited)).toEqual(['edited_image_base64'])
  expect(answers.qwen).toMatchObject({ use_lightning: true, processing_time_seconds: expect.any(Number) as number })
  expect(answers.flux).toMatchObject({ seed: 9 })
  for (const body of [answers.qwen, answers.flux])
    expect(await decoded(inBase64(body, 'image_base64'))).toMatchObject({ width: 48, height: 32 })
})

it('an edit keeps the size of the image and changes it visibly', async () => {
  const { form, practice } = await askPractice()
  const image = await still(200, 120)
  const before = meanOf(await decoded(Buffer.from(await image.arrayBuffer())))
  for (const prompt of [
    'make it night',
    'a pencil sketch',
    'invert it',
    'black and white',
    'paint it blue',
    'a warm autumn',
    'dreamy',
    'something else entirely',
  ]) {
    const response = await form(generate, { model: 'qwen-image-edit-2511', prompt, image_file: image, binary_response: 'true' })
    expect(response.status).toBe(200)
    const picture = await decoded(await bytesOf(response))
    expect([picture.width, picture.height]).toEqual([200, 120])
    const after = meanOf(picture)
    expect(Math.max(...after.map((value, i) => Math.abs(value - (before[i] ?? 0)))), prompt).toBeGreaterThan(4)
  }
  expect(practice.ledger().every(work => work.kind === 'edit')).toBe(true)
})

it('an edit downsizes large images on request, and insets additional images', async () => {
  const { form } = await askPractice()
  const image = await still(400, 200)
  const edit = async (images: Blob[], more: Record<string, string> = {}) =>
    decoded(await bytesOf(
      await form(generate, { model: 'qwen-image-edit-2511', prompt: 'invert', binary_response: 'true', seed: '1', images, ...more }),
    ))
  const small = await edit([image], { downsizing_mp: '0.02' })
  expect(small.width * small.height).toBeLessThanOrEqual(20_000)
  expect(small.width / small.height).toBeCloseTo(2, 1)
  const [alone, together] = [await edit([image]), await edit([image, await still(64, 64)])]
  expect(together).toMatchObject({ width: alone.width, height: alone.height })
  const rowInCorner = (picture: Raster) => picture.rgb.subarray(
    (picture.width * (picture.height - 20) + 10) * 3,
    (picture.width * (picture.height - 20) + 40) * 3,
  )
  expect(rowInCorner(together).equals(rowInCorner(alone))).toBe(false)
})

it('accepts an image by URL without fetching it', async () => {
  const { json } = await askPractice()
  const inline = `data:image/png;base64,${Buffer.from(await (await still(60, 40)).arrayBuffer()).toString('base64')}`
  const ask = async (address: object) => decoded(
    await bytesOf(await json(generate, { model: 'flux-1-kontext', prompt: 'invert', seed: 1, binary_response: true, ...address })),
  )
  expect(await ask({ image_url: inline })).toMatchObject({ width: 60, height: 40 })
  const first = await ask({ image_path: 'https://nowhere.invalid/a.png' })
  expect((await ask({ image_path: 'https://nowhere.invalid/a.png' })).rgb.equals(first.rgb)).toBe(true)
  expect((await ask({ image_path: '/etc/hostname' })).rgb.equals(first.rgb)).toBe(false)
})

it('refuses a file with only the signature of an image, generation by an edit-only model, and an edit without ffmpeg', async () => {
  const { form, json } = await askPractice()
  const broken = await form(generate, {
    model: 'flux-1-kontext',
    prompt: 'warm',
    image: blob(Buffer.from('\x89PNG and then nothing', 'latin1')),
  })
  expect([broken.status, await detailOf(broken)]).toEqual([400, expect.stringMatching(/^image: Could not decode/)])
  const drawn = await json(generate, { model: 'flux-1-kontext', prompt: 'a hill', mode: 'text-to-image' })
  expect([drawn.status, await detailOf(drawn)]).toEqual([400, 'mode: flux-1-kontext only supports image-editing'])
  const bare = await askPractice({ ffmpeg: async () => null })
  const unchanged = await bare.form(generate, { model: 'flux-1-kontext', prompt: 'warm', image: await still() })
  expect([unchanged.status, await detailOf(unchanged)]).toEqual([503, expect.stringContaining('ffmpeg')])
  expect(bare.practice.ledger()).toEqual([])
})
