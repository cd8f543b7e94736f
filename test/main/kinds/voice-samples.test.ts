/**
 * What is sent as a voice sample, in an upload or in the request itself, is what is heard of its take: the chosen sound, the chosen side,
 * once.
 *
 * @module-tag all
 */
import type { Take } from '#contract/takes.ts'
import type { ModelId, RequestId, SoundChoice, TakeId } from '#contract/words.ts'
import type { OpenStudio } from '../../../src-main/studio/open-studio.ts'
import type { MediaKit } from '../../kit/media.ts'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { UploadPlan } from '../../../src-main/kinds/upload.ts'
import { withHeard } from '../../../src-main/make/queue.ts'
import { decodeToWav48k } from '../../../src-main/media/sound/decode.ts'
import { hashOf } from '../../../src-main/practice/seed.ts'
import { openMediaKit } from '../../kit/media.ts'
import { connect, ended, openTestPractice, openTestStudio } from '../../kit/studio.ts'

const call = { signal: new AbortController().signal, origin: 'page' } as const
const higgs = 'higgs2p5' as ModelId

let kit: MediaKit
/** Left 440 Hz, right 880 Hz. */
let sides: string
/** The default sound at 440 Hz, the second at 880 Hz. */
let tracks: string
let plain: string
/** As `tracks`, in a format that models accept. */
let twoSounds: string
beforeAll(async () => {
  kit = await openMediaKit()
  const tone = (frequency: number): string[] => ['-f', 'lavfi', '-i', `sine=f=${frequency}:r=48000:d=3`]
  sides = await kit.make('sides.wav', [...tone(440), ...tone(880), '-filter_complex', '[0][1]join=inputs=2:channel_layout=stereo'])
  tracks = await kit.make('tracks.mka', [
    ...[...tone(440), ...tone(880), '-map', '0', '-map', '1', '-c:a', 'flac', '-disposition:a:0', 'default'],
  ])
  twoSounds = await kit.make('two.m4a', [...tone(440), ...tone(880), '-map', '0', '-map', '1', '-c:a', 'aac'])
  plain = await kit.make('plain.wav', tone(440))
})
afterAll(() => kit.close())

async function bring(studio: OpenStudio, path: string): Promise<Take> {
  const ticket = await studio.receiveFile(basename(path), (async function* () {
    yield await readFile(path)
  })(), null)
  return (await studio.handlers.takes.import({ ticket, projectId: null }, call)).take
}
async function create(studio: OpenStudio, takeId: TakeId, name: string) {
  return (await studio.handlers.voices.create({ takeId, name, consent: 'It is me.' }, call)).voice
}

/** How often the left and the right side of a file cross zero in each second. */
async function pitches(path: string): Promise<number[]> {
  const { stdout } = await kit.ffmpeg.run(['-i', path, '-t', '1', '-ac', '2', '-ar', '48000', '-f', 's16le', 'pipe:1'])
  return [0, 1].map((side) => {
    let crossings = 0
    for (let at = 1; at < stdout.length / 4; at++)
      crossings += stdout.readInt16LE(at * 4 + side * 2) >= 0 && stdout.readInt16LE((at - 1) * 4 + side * 2) < 0 ? 1 : 0
    return Math.round(crossings / 10) * 10
  })
}

const choices: [string, () => string, SoundChoice | null, number][] = [
  ['the right side', () => sides, { track: null, channel: 'right' }, 880],
  ['the left side', () => sides, { track: null, channel: 'left' }, 440],
  ['another sound', () => tracks, { track: 1, channel: 'both' }, 880],
  ['the default of several sounds', () => tracks, null, 440],
]

it.each(choices)('%s', async (_, path, heard, pitch) => {
  const practice = await openTestPractice()
  const studio = await openTestStudio()
  const accountId = await connect(studio, practice)
  const take = await bring(studio, path())
  await studio.handlers.takes.chooseSound({ takeId: take.id, heard }, call)
  const voice = await create(studio, take.id, 'Ada')
  expect(voice.clipTakeId).not.toBe(take.id)
  expect(voice.clip).toMatchObject({ mime: 'audio/wav', durationSeconds: 3 })
  expect(await studio.parts.takes.get(voice.clipTakeId)).toMatchObject({ kind: 'import', title: take.title, sourceTakeIds: [take.id] })
  // What is chosen afterwards changes no voice.
  await studio.handlers.takes.chooseSound({ takeId: take.id, heard: null }, call)
  const wish = { requestId: newId() as RequestId, voiceId: voice.id, accountId, modelId: higgs }
  const { jobIds } = await studio.handlers.voices.register(wish, call)
  expect(await studio.handlers.voices.register(wish, call)).toEqual({ jobIds })
  expect(await ended(studio, jobIds[0])).toMatchObject({ state: 'done' })
  const { request } = UploadPlan.parse(JSON.parse((await studio.parts.ledger.row(jobIds[0]!)).plan))
  expect(request.parts).toEqual([['model', higgs], ['voice_reference_file', { assetId: voice.clip.id }]])
  expect(await pitches(studio.parts.assets.pathOf(voice.clip))).toEqual([pitch, pitch])
  expect(practice.ledger().filter(({ kind }) => kind === 'upload')).toHaveLength(1)
}, 60_000)

it('a second voice of the same choice has the same file, and no choice has the file itself', async () => {
  const studio = await openTestStudio()
  const take = await bring(studio, sides)
  const whole = await create(studio, take.id, 'Whole')
  expect(whole.clipTakeId).toBe(take.id)
  const [other, mono] = [await bring(studio, tracks), await bring(studio, plain)]
  expect((await create(studio, mono.id, 'Mono')).clipTakeId).toBe(mono.id)
  await studio.handlers.takes.chooseSound({ takeId: take.id, heard: { track: null, channel: 'left' } }, call)
  const [one, two] = [await create(studio, take.id, 'One'), await create(studio, take.id, 'Two')]
  expect(two.clipTakeId).toBe(one.clipTakeId)
  // The file that it was made of may go; the sample stays.
  await studio.handlers.takes.trash({ takeIds: [take.id, other.id] }, call)
  expect((await studio.parts.voices.get(one.id)).clip.isMissing).toBe(false)
}, 60_000)

it('of a sound that is too long, or whose file is gone, no sample is made', async () => {
  const studio = await openTestStudio()
  const long = await bring(studio, await kit.make('long.wav', ['-f', 'lavfi', '-i', 'sine=f=440:r=8000:d=70', '-ac', '2']))
  await studio.handlers.takes.chooseSound({ takeId: long.id, heard: { track: null, channel: 'left' } }, call)
  await expect(create(studio, long.id, 'Long')).rejects.toMatchObject({ code: 'unsuitable-clip', data: { reason: 'too-long' } })
  await expect(create(studio, newId() as TakeId, 'None')).rejects.toMatchObject({ code: 'not-found' })
}, 60_000)

it.each([...choices.slice(0, 2), ['another sound', () => twoSounds, { track: 1, channel: 'both' }, 880] satisfies typeof choices[number]])(
  '%s is sent with a request that has a file of its own, which is the same request however it is asked',
  async (_, path, heard, pitch) => {
    const practice = await openTestPractice()
    const studio = await openTestStudio()
    const accountId = await connect(studio, practice)
    const take = await bring(studio, path())
    await studio.handlers.takes.chooseSound({ takeId: take.id, heard }, call)
    const fields = { text: 'Good evening.', audio_prompt_file: { assetId: take.asset.id }, seed: 7 }
    const asked = { accountId, modelId: 'chatterbox' as ModelId, projectId: null, fields }
    const speak = () => studio.handlers.make.speech({
      ...{ ...asked, requestId: newId<RequestId>(), voiceId: null, lineId: null, isOverSocket: false },
    }, call)
    const found = async () => (await studio.handlers.make.alreadyMade({ ...asked, voiceId: null, variants: [fields] }, call)).found[0]
    const { jobIds: [jobId] } = await speak()
    const job = await ended(studio, jobId)
    expect(job).toMatchObject({ state: 'done' })
    expect(await found()).toMatchObject({ takeId: job.takeIds[0] })
    const [sent] = practice.ledger().at(-1)!.files
    const heardAlone = kit.file(`heard-${pitch}-${basename(path())}.wav`)
    await decodeToWav48k(path(), heardAlone, { ffmpeg: kit.ffmpeg, choice: heard ?? undefined })
    expect(await pitches(heardAlone)).toEqual([pitch, pitch])
    expect(sent).toMatchObject({ name: expect.stringMatching(/\.wav$/), hash: hashOf(await readFile(heardAlone)) })
    expect(practice.ledger().filter(({ kind }) => kind === 'speech')).toHaveLength(1)
  },
  60_000,
)

it('of a film that a model is sent whole, a choice of its sound makes no other request', async () => {
  const studio = await openTestStudio()
  const film = await bring(studio, await kit.make('film.mp4', [
    ...['-f', 'lavfi', '-i', 'testsrc2=s=320x240:r=10:d=2', '-f', 'lavfi', '-i', 'sine=f=440:d=2', '-f', 'lavfi', '-i', 'sine=f=880:d=2'],
    ...['-map', '0', '-map', '1', '-map', '2', '-c:v', 'mpeg4', '-c:a', 'aac'],
  ]))
  const fields = { video: { assetId: film.asset.id } }
  await studio.handlers.takes.chooseSound({ takeId: film.id, heard: { track: 1, channel: 'left' } }, call)
  expect(await withHeard(fields, 'video', studio.parts.assets)).toEqual(fields)
  expect(await withHeard(fields, 'transcribe', studio.parts.assets))
    .toEqual({ video: { assetId: film.asset.id, heard: { track: 1, channel: 'left' } } })
}, 60_000)
