/**
 * Unusable files are refused before anything is sent: too big, of the wrong kind, unreadable, changed or missing.
 *
 * @module-tag wide
 */
import type { Fields } from '#contract/models.ts'
import type { Asset, Take } from '#contract/takes.ts'
import type { AccountId, AssetId, JobId, ModelId, RequestId } from '#contract/words.ts'
import type { PracticeService } from '../../../src-main/practice/index.ts'
import type { OpenStudio } from '../../../src-main/studio/open-studio.ts'
import type { SharedStudio } from '../../kit/studio.ts'
import { readFile, rename, rm, symlink, truncate } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { drawLandscape } from '../../../src-main/practice/drawing/landscape.ts'
import { encodePng } from '../../../src-main/practice/drawing/png.ts'
import { encodeWav } from '../../../src-main/practice/voice/wav.ts'
import { openMediaKit } from '../../kit/media.ts'
import { ended, openSharedStudio } from '../../kit/studio.ts'

interface Bench { readonly practice: PracticeService, readonly studio: OpenStudio, readonly accountId: AccountId }
interface Maker {
  readonly takes: 'sound' | 'picture'
  /** The messages for a file of the wrong kind, and for one that is too long where there is a limit. */
  readonly make: (bench: Bench, asset: Asset, take: Take) => Promise<readonly JobId[]>
}

const context = { signal: new AbortController().signal, origin: 'page' } as const

function wish({ accountId }: Bench, modelId: string, fields: Fields) {
  // newId returns the form of all ids
  return { requestId: newId<RequestId>(), accountId, modelId: modelId as ModelId, fields, projectId: null }
}

function speaking(modelId: string, field: string): Maker {
  return {
    takes: 'sound',
    make: (bench, { id }) => bench.studio.parts.make.speech({
      ...wish(bench, modelId, { text: 'Hi.', [field]: { assetId: id } }),
      lineId: null,
      voiceId: null,
      isOverSocket: false,
    }),
  }
}
function drawing(modelId: string, field: string, isList = false): Maker {
  return {
    takes: 'picture',
    make: (bench, { id }) =>
      bench.studio.parts.make.image(wish(bench, modelId, { prompt: 'at night', [field]: isList ? [{ assetId: id }] : { assetId: id } })),
  }
}
function writing(modelId: string): Maker {
  return {
    takes: 'sound',
    make: (bench, { id }) => bench.studio.parts.make.transcribe(wish(bench, modelId, { file: { assetId: id } })),
  }
}

/** All kinds of work that send a file. */
const makers: Readonly<Record<string, Maker>> = {
  'a voice to clone with higgs2p5': speaking('higgs2p5', 'voice_reference_file'),
  'a voice to clone with chatterbox': speaking('chatterbox', 'audio_prompt_file'),
  'an edit with eigen-image': drawing('eigen-image', 'images', true),
  'an edit with qwen-image-edit-2511': drawing('qwen-image-edit-2511', 'images', true),
  'an edit with flux-1-kontext': drawing('flux-1-kontext', 'image_file'),
  'an edit with flux-1-kontext under the other name': drawing('flux-1-kontext', 'image'),
  'a shot': {
    takes: 'picture',
    make: (bench, { id }) =>
      bench.studio.parts.make.video(wish(bench, 'wan2p2-i2v-14b-turbo', { prompt: 'waves', image: { assetId: id } })),
  },
  'a transcript with whisper_v3_turbo': writing('whisper_v3_turbo'),
  'a transcript with higgs_asr_3': writing('higgs_asr_3'),
  'a picture in a chat': {
    takes: 'picture',
    async make(bench, { id }) {
      const { conversation } = await bench.studio.handlers.conversations.create({ title: '', projectId: null, system: '' }, context)
      const { projectId: _, ...how } = wish(bench, 'qwen3-vl-30b-instruct', {})
      return [(await bench.studio.handlers.conversations.send(
        { ...how, conversationId: conversation.id, parentId: null, parts: [{ type: 'image', assetId: id }] },
        context,
      )).jobId]
    },
  },
  'a voice to register': {
    takes: 'sound',
    async make(bench, _asset, take) {
      const voice = await bench.studio.parts.voices.create({ takeId: take.id, name: 'Me', consent: 'It is me.' })
      return bench.studio.parts.make.registerVoice({
        requestId: newId<RequestId>(),
        voiceId: voice.id,
        accountId: bench.accountId,
        modelId: 'chatterbox' as ModelId,
      })
    },
  },
}

// No test here buys anything, so all share one studio. Each uses files of its own.
let bench: SharedStudio
beforeAll(async () => {
  bench = await openSharedStudio()
})
afterAll(() => bench.close())

async function bring({ studio }: Bench, name: string, bytes: Uint8Array): Promise<Take> {
  const ticket = await studio.receiveFile(name, (async function* () {
    yield bytes
  })(), bytes.length)
  return studio.parts.imports.file(ticket, null)
}

let made = 0

/** Never the same bytes twice, so that no test uses the file of another one. */
function tone(seconds: number): Uint8Array {
  made += 1
  const pitch = 17 + made / 10
  return encodeWav({ sampleRate: 24_000, samples: Int16Array.from({ length: seconds * 24_000 }, (_, at) => 9000 * Math.sin(at / pitch)) })
}

async function still(): Promise<Uint8Array> {
  made += 1
  return encodePng(drawLandscape(`still ${made}`, 'files', { width: 96, height: 64 }))
}
const fit = async (maker: Maker): Promise<Uint8Array> => maker.takes === 'sound' ? tone(3) : still()

function pathOf({ studio }: Bench, asset: Asset): string {
  return studio.parts.assets.pathOf(asset)
}

/** What happened to the file before its job could be sent, and the failure that follows. */
const damages: Readonly<Record<string, (path: string) => Promise<void>>> = {
  'is missing': path => rm(path),
  'is truncated': path => truncate(path, 40),
  'points at itself and cannot be opened': async (path) => {
    await rename(path, `${path}.aside`)
    await symlink(path, path)
  },
}

describe.each(Object.entries(makers))('%s', (_name, maker) => {
  it('of the wrong kind is refused with a fault, and nothing is queued or sent', async () => {
    const take = await bring(bench, 'wrong', maker.takes === 'sound' ? await still() : tone(3))
    const refused: unknown = await maker.make(bench, take.asset, take).catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: expect.stringMatching(/^(?:bad-fields|unsuitable-clip)$/) as string })
    if (refused instanceof Error && 'data' in refused)
      expect(JSON.stringify(refused.data)).toMatch(/wrong-file-type|wrong-medium/)
    await nothingLeft(bench)
  })

  it.each(Object.entries(damages))('whose file %s fails before it is sent, and costs nothing', async (_how, damage) => {
    const take = await bring(bench, 'good', await fit(maker))
    await damage(pathOf(bench, take.asset))
    const jobIds = await maker.make(bench, take.asset, take)
    for (const jobId of jobIds)
      expect(await ended(bench.studio, jobId)).toMatchObject({ state: 'failed', charged: 'no', failure: { kind: 'missing-file' } })
    expect(bench.practice.ledger()).toEqual([])
  })

  it('that the library does not have is not found', async () => {
    const take = await bring(bench, 'good', await fit(maker))
    const unknown = { ...take.asset, id: 'ab'.repeat(32) as AssetId } // has the form of an asset id
    await expect(maker.make(bench, unknown, { ...take, id: newId() as Take['id'] })).rejects.toMatchObject({ code: 'not-found' })
    await nothingLeft(bench)
  })
})

describe('more than the model accepts', () => {
  it.each<[string, number, string]>([
    ['a voice to clone with chatterbox', 31, 'clip-too-long'],
    ['a voice to register', 31, 'too-long'],
    ['a voice to register', 61, 'too-long'],
  ])('%s: %i seconds are refused', async (name, seconds, said) => {
    const take = await bring(bench, 'long.wav', tone(seconds))
    const refused: unknown = await makers[name]?.make(bench, take.asset, take).catch((error: unknown) => error)
    expect(JSON.stringify(refused instanceof Error && 'data' in refused ? refused.data : refused)).toContain(said)
    await nothingLeft(bench)
  })

  it('ten pictures are refused for a model that accepts nine', async () => {
    const takes = await Promise.all(Array.from({ length: 10 }, async (_, at) => bring(bench, `${at}.png`, await still())))
    await expect(bench.studio.parts.make.image(wish(bench, 'qwen-image-edit-2511', {
      prompt: 'all',
      images: takes.map(take => ({ assetId: take.asset.id })),
    })))
      .rejects
      .toMatchObject({ code: 'bad-fields', data: { issues: [{ field: 'images', problem: 'too-many-files', limit: 9 }] } })
    await nothingLeft(bench)
  })

  it('a file that is too large is refused on import, by its declared and by its actual size', async () => {
    const endless = (async function* () {
      yield new Uint8Array(8)
    })()
    await expect(bench.studio.receiveFile('huge.wav', endless, 17 * 2 ** 30)).rejects.toMatchObject({ code: 'file-too-large' })
    await nothingLeft(bench)
  })
})

describe('an unusable file', () => {
  it.each([
    ['words.wav', Buffer.from('These are only words.'), /unsupported-file/],
    ['empty.png', Buffer.alloc(0), /unsupported-file/],
    ['half.png', Buffer.from('\x89PNG\r\n\x1A\n and then nothing', 'latin1'), /unsupported-file|unreadable-file/],
    ['silent.wav', Buffer.from('RIFF\x24\0\0\0WAVEfmt \x10\0\0\0', 'latin1'), /unsupported-file|unreadable-file/],
  ])('%s is refused on import', async (name, bytes, code) => {
    await expect(bring(bench, name, bytes)).rejects.toMatchObject({ code: expect.stringMatching(code) as string })
    await nothingLeft(bench)
  })

  it('a film without sound cannot be transcribed, and is refused', async () => {
    const kit = await openMediaKit()
    onTestFinished(() => kit.close())
    const take = await bring(bench, 'mute.mp4', await readFile(await kit.clip('mute.mp4', { seconds: 1, withSound: false })))
    await expect(makers['a transcript with whisper_v3_turbo']?.make(bench, take.asset, take)).rejects.toMatchObject({
      code: 'bad-fields',
      data: { issues: [{ field: 'file', problem: 'wrong-file-type' }] },
    })
    await nothingLeft(bench)
  })
})

/** No job in the queue, and no work at the service. */
async function nothingLeft({ studio, practice }: Bench): Promise<void> {
  expect(await studio.parts.ledger.open()).toEqual([])
  expect(practice.ledger()).toEqual([])
}
