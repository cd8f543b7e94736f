/**
 * A kit is one folder with all that was chosen, whole or not at all, and says what is in it.
 *
 * @module-tag wide
 */
import type { KitPart } from '#contract/delivery-options.ts'
import type { ToneChain } from '#contract/tone.ts'
import type { RequestId, TextLanguage } from '#contract/words.ts'
import type { AnyKind } from '../../../src-main/jobs/kind.ts'
import type { MediaKit } from '../../kit/media.ts'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { usualOptions } from '#rules/deliver/usual-options.ts'
import { chainOf } from '#rules/tone/presets.ts'
import { systemClock } from '../../../src-main/base/clock.ts'
import { sha256File } from '../../../src-main/base/hash.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { renderKind } from '../../../src-main/kinds/render.ts'
import { decodedSound, openMediaKit, peakDb } from '../../kit/media.ts'
import { elementsOf, readXml } from '../../kit/xml.ts'
import { openDeliveries } from './open-deliveries.ts'

let media: MediaKit
beforeAll(async () => {
  media = await openMediaKit()
})
afterAll(() => media.close())

const name = 'The "Lamp" & more'
const fileName = 'The Lamp & more'
const withoutFilm: KitPart[] = ['captions', 'chapters', 'transcript', 'stems', 'edit-lists', 'media']

interface KitHas {
  readonly presetId?: string
  readonly hasPicture?: boolean
  readonly language?: TextLanguage
  /** Of the first speaker. */
  readonly chain?: ToneChain
  readonly levelsLines?: boolean
}

/** Two speakers and music over a still, with a title that is edited in, and a job that delivers a kit of it. */
async function openKit(parts: readonly KitPart[], has: KitHas = {}) {
  const { presetId = 'landscape-720', hasPicture = true, language = 'en', chain, levelsLines = true } = has
  const studio = await openDeliveries()
  const { script, filed, deliver, ledger, deliveries, deliveriesFolder, projectId, assets } = studio
  const lines = await script.add(projectId, null, [
    { speaker: 'ANN', text: 'One light still burns.', direction: '' },
    { speaker: 'BOB', text: 'Thirty winters.', direction: '' },
  ])
  const tone = await readFile(await media.tone('line.wav', { seconds: 0.5, channels: 2, sampleRate: 48_000, level: 0.2 }))
  for (const [at, line] of lines.entries()) {
    const request = { method: 'POST', path: '/speech', encoding: 'json', fields: { seed: 40 + at }, body: '' } as const
    const asset = { durationSeconds: 0.5, sampleRate: 48_000, channels: 2 }
    const take = await filed('audio', { lineId: line.id, title: line.text, text: line.text, voice: 'Ann', request, asset }, tone)
    await script.choose(line.id, take.id)
  }
  const still = { extension: 'png', width: 64, height: 36, durationSeconds: null }
  const picture = await readFile(await media.picture('still.png', { width: 64, height: 36 }))
  if (hasPicture)
    await filed('picture', { kind: 'image', title: 'A / lamp: 100%', asset: still }, picture)
  const { id: sequenceId } = await studio.layOutAgain()
  if (chain)
    await studio.tones.set({ projectId, speaker: 'ANN', chain })
  const wish = { requestId: newId<RequestId>(), sequenceId, presetId, captionMode: 'none', name } as const
  const { jobId, id: deliveryId } = await deliver.render({ ...wish, kit: parts, options: { ...usualOptions, language, levelsLines } })
  const folder = join(studio.folder, 'work', jobId)
  await mkdir(folder, { recursive: true })
  await ledger.move(jobId, 'claim')
  await ledger.move(jobId, 'run')

  const stop = new AbortController()
  /** A step as a newly opened studio runs it, from the row. */
  async function step(state: 'running' | 'verifying') {
    const row = await ledger.row(jobId)
    // all that these steps use
    const tools = { ffmpeg: async () => media.ffmpeg, signal: stop.signal, clock: systemClock }
    const work = { row, ledger, deliveries, folder, deliveriesFolder, assets, ...tools }
    return renderKind(work as never).step(row, state)?.(work as unknown as Parameters<NonNullable<ReturnType<AnyKind['step']>>>[0])
  }
  async function make(): Promise<void> {
    const result = await step('running')
    if (!result || !('event' in result))
      throw new Error(JSON.stringify(result))
    await ledger.move(jobId, result.event, result.patch)
  }
  const delivered = () => deliveries.get(deliveryId)
  const end = async () => renderKind({ deliveries, deliveriesFolder } as never).ending?.({
    row: await ledger.row(jobId),
    workFolder: join(studio.folder, 'work'),
  } as never)
  const kitFolder = join(deliveriesFolder, fileName)
  return { ...studio, make, place: () => step('verifying'), stop, delivered, end, kitFolder, sequenceId }
}

it('has every part under names of its own, and a manifest that tells each file and take', async () => {
  const { make, place, delivered, kitFolder } = await openKit(withoutFilm)
  await make()
  expect(await place()).toEqual({ event: 'finish' })
  const { files, folder, isMissing } = await delivered()
  expect([folder, isMissing]).toEqual([kitFolder, false])
  const entries = (await readdir(kitFolder, { recursive: true, withFileTypes: true })).filter(entry => entry.isFile())
  const found = entries.map(entry => join(entry.parentPath, entry.name).slice(kitFolder.length + 1))
  expect(found.sort()).toEqual(files.map(file => file.name).sort())
  expect(files.map(file => file.name).sort()).toEqual([
    'Timeline files.txt',
    'README.txt',
    ...['(1.8).fcpxml', 'edl', 'fcpxml', 'mlt', 'otio'].map(ending => `${fileName}${ending.startsWith('(') ? ' ' : '.'}${ending}`),
    ...['captions/captions.srt', 'captions/captions.vtt', 'manifest.json'],
    ...['media/A lamp 100.png', 'media/One light still burns.wav', 'media/Thirty winters.wav'],
    ...['stems/speakers/ANN.wav', 'stems/speakers/BOB.wav', 'stems/tracks/Speech 1.wav', 'transcript.txt'],
  ].sort())
  const manifest = JSON.parse(await readFile(join(kitFolder, 'manifest.json'), 'utf8'))
  expect(manifest).toMatchObject({ kit: 1, name, sound: { stemsAreBeforeGain: true } })
  const told = manifest.takes.map((take: Record<string, unknown>) => [take.seed, take.speaker, take.prompt, take.isAiGenerated])
  expect(told).toEqual(expect.arrayContaining([[40, 'ANN', 'One light still burns.', true], [41, 'BOB', 'Thirty winters.', true]]))
  for (const { path, sha256, sizeBytes } of manifest.files as { path: string, sha256: string, sizeBytes: number }[])
    expect([await sha256File(join(kitFolder, path)), (await stat(join(kitFolder, path))).size]).toEqual([sha256, sizeBytes])
  const transcript = await readFile(join(kitFolder, 'transcript.txt'), 'utf8')
  expect(transcript).toMatch(/^\[00:00:00\] ANN: One light still burns\.\n\n\[00:00:0\d\] BOB: Thirty winters\.\n$/)
  // Each file that an edit list names is there.
  const xml = readXml(await readFile(join(kitFolder, `${fileName}.fcpxml`), 'utf8'))
  for (const { attributes } of elementsOf(xml, 'media-rep'))
    expect((await stat(join(kitFolder, decodeURIComponent(attributes.src!)))).isFile()).toBe(true)
})

it('explains itself in the language that was chosen, under the same file names', async () => {
  const { make, place, kitFolder } = await openKit(withoutFilm, { language: 'zh' })
  await make()
  await place()
  const textOf = (file: string): Promise<string> => readFile(join(kitFolder, file), 'utf8')
  const [readme, notes] = [await textOf('README.txt'), await textOf('Timeline files.txt')]
  expect(readme).toMatch(/stems：音频分轨[\s\S]*“Timeline files\.txt”列出[\s\S]*AI 生成内容/)
  expect(notes).toMatch(/\.edl\n- EDL 有剪切、叠化和速度/)
  expect(readme + notes).not.toMatch(/\b(?:the|of|are)\b/)
})

it('has stems that are as long as the film and add up', async () => {
  const { make, place, kitFolder } = await openKit(['stems'])
  await make()
  await place()
  const samples = async (path: string) => {
    const { stdout } = await media.ffmpeg.run(['-i', join(kitFolder, path), '-f', 'f32le', '-'])
    return new Float32Array(new Uint8Array(stdout).buffer)
  }
  const speech = await samples('stems/tracks/Speech 1.wav')
  const [ann, bob] = [await samples('stems/speakers/ANN.wav'), await samples('stems/speakers/BOB.wav')]
  expect([ann.length, bob.length]).toEqual([speech.length, speech.length])
  expect(speech.some(value => Math.abs(value) > 0.05)).toBe(true)
  expect(speech.every((value, at) => Math.abs(value - (ann[at] ?? 0) - (bob[at] ?? 0)) < 1e-6)).toBe(true)
  expect(ann.every((value, at) => value === 0 || bob[at] === 0)).toBe(true)
})

it.each([
  ['the chain is heard in the stems', false, -11],
  ['lines are levelled as they come out of it', true, 0],
] as const)('with level and tone, %s; the media are the takes as they were generated, as the notes say', async (_, levelsLines, apart) => {
  const { make, place, kitFolder } = await openKit(withoutFilm, { chain: { ...chainOf('off'), isOn: true, outputDb: -11 }, levelsLines })
  await make()
  await place()
  const loudest = async (path: string) => peakDb((await decodedSound(media.ffmpeg, join(kitFolder, path)))[0])
  const [ann, bob] = [await loudest('stems/speakers/ANN.wav'), await loudest('stems/speakers/BOB.wav')]
  expect(ann - bob).toBeCloseTo(apart, 0)
  expect(await loudest('media/One light still burns.wav')).toBeCloseTo(await loudest('media/Thirty winters.wav'), 1)
  const notes = await readFile(join(kitFolder, 'Timeline files.txt'), 'utf8')
  expect(notes.match(/Level and tone of 1 clip is missing/g)).toHaveLength(5)
})

it('is delivered once, also when the studio died after it was placed', async () => {
  const { make, place, delivered, deliveriesFolder } = await openKit(['transcript', 'edit-lists'])
  await make()
  await place()
  const before = await delivered()
  await place()
  expect(await readdir(deliveriesFolder)).toEqual([fileName])
  expect(await delivered()).toEqual(before)
})

it('never replaces a folder or file of its name, nor leaves a part of itself', async () => {
  const { make, place, delivered, deliveriesFolder } = await openKit(['transcript'])
  await mkdir(deliveriesFolder, { recursive: true })
  await writeFile(join(deliveriesFolder, fileName), 'mine')
  await make()
  await place()
  expect((await readdir(deliveriesFolder)).sort()).toEqual([fileName, `${fileName} (2)`])
  expect((await delivered()).folder).toBe(join(deliveriesFolder, `${fileName} (2)`))
  expect(await readFile(join(deliveriesFolder, fileName), 'utf8')).toBe('mine')

  const other = await openKit(['transcript', 'edit-lists', 'media'])
  await other.make()
  other.stop.abort()
  await expect(other.place()).rejects.toThrow()
  expect(await readdir(other.deliveriesFolder)).toEqual([])
  // What a killed studio left is removed when the job ends without being tried again.
  const left = join(other.deliveriesFolder, `.${(await other.delivered()).jobId}.part`)
  await mkdir(left)
  await writeFile(join(left, 'transcript.txt'), 'half')
  await other.end()
  expect(await readdir(other.deliveriesFolder)).toEqual([])
})

it('tells how large its parts are, without those that there is nothing for', async () => {
  const { deliver, sequenceId } = await openKit(['transcript'])
  const sizes = await deliver.kitSizes({ sequenceId, presetId: 'landscape-720' })
  expect(sizes.map(({ part }) => part)).toEqual(['master', 'poster', 'captions', 'transcript', 'stems', 'edit-lists', 'media'])
  expect(sizes.every(({ sizeBytes }) => sizeBytes > 0)).toBe(true)
})

it.each(['audio-wav', 'webp-360', 'landscape-720'])('of %s without any image says why it has no poster, and names none', async (presetId) => {
  const { make, place, delivered, kitFolder } = await openKit(['poster', 'transcript'], { presetId, hasPicture: false })
  await make()
  await place()
  const readme = await readFile(join(kitFolder, 'README.txt'), 'utf8')
  expect((await delivered()).files.map(({ role }) => role)).not.toContain('poster')
  expect(readme.match(/.*poster.*/g)).toEqual(['- There is no poster.png: the sequence shows no image.'])
})

it('of sound without any picture offers no poster, and one that is asked for alone is refused', async () => {
  const presetId = 'audio-wav'
  const { deliver, sequenceId } = await openKit(['transcript'], { presetId, hasPicture: false })
  const partsOf = async (id: string) => (await deliver.kitSizes({ sequenceId, presetId: id })).map(({ part }) => part)
  expect(await partsOf(presetId)).not.toContain('poster')
  expect(await partsOf('landscape-720')).toContain('poster')
  const asked = { requestId: newId<RequestId>(), sequenceId, presetId, captionMode: 'none', name } as const
  await expect(deliver.render({ ...asked, kit: ['poster'] })).rejects.toMatchObject({ code: 'nothing-to-deliver' })
  await deliver.render({ ...asked, requestId: newId<RequestId>(), kit: ['master', 'poster'] })
})
