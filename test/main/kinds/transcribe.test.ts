/**
 * Transcription through the whole studio: recognised speech is returned as text, whatever container the sound was in.
 *
 * @module-tag all
 */
import type { Fields } from '#contract/models.ts'
import type { Take } from '#contract/takes.ts'
import type { AccountId, ModelId, RequestId, SoundChoice } from '#contract/words.ts'
import type { MediaKit } from '../../kit/media.ts'
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultSettings } from '#contract/settings.ts'
import { systemClock } from '../../../src-main/base/clock.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { createLog } from '../../../src-main/base/log.ts'
import { createEngine } from '../../../src-main/jobs/engine.ts'
import { createKinds } from '../../../src-main/kinds/index.ts'
import { createAssets } from '../../../src-main/library/assets.ts'
import { createQueue } from '../../../src-main/make/queue.ts'
import { createTranscribe } from '../../../src-main/make/transcribe.ts'
import { noFfmpeg } from '../../kit/ffmpeg.ts'
import { makeFolder } from '../../kit/folder.ts'
import { anyQuery } from '../../kit/library.ts'
import { openMediaKit } from '../../kit/media.ts'
import { connect, ended, openTestPractice, openTestStudio, until } from '../../kit/studio.ts'

const call = { signal: new AbortController().signal, origin: 'page' } as const
const words = 'The lamp was left on all night. Who left it on?'

let kit: MediaKit
beforeAll(async () => {
  kit = await openMediaKit()
})
afterAll(() => kit.close())

async function open() {
  const practice = await openTestPractice()
  const studio = await openTestStudio()
  return { practice, studio, accountId: await connect(studio, practice) }
}

function intention(accountId: AccountId, modelId: string, fields: Fields) {
  return { requestId: newId<RequestId>(), accountId, modelId: modelId as ModelId, fields, projectId: null }
}

type TestStudio = Awaited<ReturnType<typeof openTestStudio>>

async function speech(studio: TestStudio, accountId: AccountId): Promise<Take> {
  const { jobIds } = await studio.handlers.make.speech(
    { ...intention(accountId, 'higgs2p5', { text: words }), lineId: null, voiceId: null, isOverSocket: false },
    call,
  )
  return studio.parts.takes.get((await ended(studio, jobIds.at(-1))).takeIds[0]!)
}

async function bring(studio: TestStudio, path: string, name: string): Promise<Take> {
  const bytes = await readFile(path)
  const ticket = await studio.receiveFile(name, (async function* () {
    yield bytes
  })(), bytes.length)
  return (await studio.handlers.takes.import({ ticket, projectId: null }, call)).take
}

async function transcribe(
  studio: TestStudio,
  accountId: AccountId,
  source: Take,
  { modelId = 'whisper_v3_turbo', ...fields }: Fields & { modelId?: string } = {},
) {
  const { jobIds } = await studio.handlers.make.transcribe(
    intention(accountId, modelId, { file: { assetId: source.asset.id }, ...fields }),
    call,
  )
  const job = await ended(studio, jobIds[0])
  return { job, take: job.takeIds[0] ? await studio.parts.takes.get(job.takeIds[0]) : null }
}

describe('a sound', () => {
  it('becomes its text with times, is found by that text, and names its source', async () => {
    const { practice, studio, accountId } = await open()
    const source = await speech(studio, accountId)
    const { job, take } = await transcribe(studio, accountId, source, { language: 'en' })
    expect(job).toMatchObject({ kind: 'transcribe', state: 'done', charged: 'yes', failure: null, title: words })
    expect(take).toMatchObject({
      kind: 'transcribe',
      medium: 'text',
      title: words,
      text: words,
      sourceTakeIds: [source.id],
      modelId: 'whisper_v3_turbo',
    })
    expect(take!.request!.fields).toEqual({ file: { assetId: source.asset.id }, language: 'en' })
    const { transcript } = await studio.handlers.transcripts.get({ takeId: take!.id }, call)
    expect(transcript).toMatchObject({
      text: words,
      language: 'en',
      durationSeconds: expect.closeTo(source.asset.durationSeconds!, 1),
      isEdited: false,
    })
    expect(transcript.segments.map(segment => segment.text)).toEqual(['The lamp was left on all night.', 'Who left it on?'])
    const { takes } = await studio.handlers.takes.search({ ...anyQuery, text: 'lamp night', kinds: ['transcribe'] }, call)
    expect(takes.map(each => each.id)).toEqual([take!.id])
    const { text: srt, fileName } = await studio.handlers.transcripts.export({ takeId: take!.id, format: 'srt' }, call)
    expect(srt).toMatch(/^1\n00:00:00,\d{3} --> 00:00:0\d,\d{3}\nThe lamp was left on all night\.\n\n2\n/)
    expect(fileName).toBe('The lamp was left on all night. Who left it on.srt')
    expect(practice.ledger().filter(work => work.kind === 'transcription')).toMatchObject([
      { files: [{ field: 'file', sizeBytes: source.asset.sizeBytes }], ignored: [] },
    ])
  })

  it('becomes plain text where requested, also from the model that uses another name for it', async () => {
    const { studio, accountId } = await open()
    const source = await speech(studio, accountId)
    const { take: bare } = await transcribe(studio, accountId, source, { response_format: 'text' })
    const { take: other } = await transcribe(studio, accountId, source, { modelId: 'higgs_asr_3', language: 'English', task: 'asr' })
    for (const take of [bare, other]) {
      expect(take!.text).toBe(words)
      expect((await studio.parts.transcripts.get(take!.id)).segments).toEqual([])
    }
    const document = JSON.parse(Buffer.from(
      await new Response((await studio.openMedia({ of: 'asset', assetId: bare!.asset.id, variant: 'original' }, {
        method: 'GET',
        range: null,
        ifRange: null,
        ifNoneMatch: null,
      })).body).arrayBuffer(),
    ).toString()) as object
    expect(document).toMatchObject({ answer: { contentType: 'text/plain; charset=utf-8', body: words } })
  })

  it('without speech becomes an empty transcript, named after the sound', async () => {
    const { studio, accountId } = await open()
    const silence = await bring(studio, await kit.tone('silence.wav', { level: 0, sampleRate: 16_000, channels: 1 }), 'silence.wav')
    const { job, take } = await transcribe(studio, accountId, silence)
    expect(job.state).toBe('done')
    expect(take).toMatchObject({ title: 'silence', text: '' })
  })

  it.each([
    ['spoken.mp3', ['-c:a', 'libmp3lame']],
    ['spoken.ogg', ['-c:a', 'libvorbis']],
    ['spoken.webm', ['-c:a', 'libopus']],
    ['spoken.m4a', ['-c:a', 'aac']],
  ])('in %s is sent unchanged', async (name, codec) => {
    const { practice, studio, accountId } = await open()
    const spoken = await speech(studio, accountId)
    const original = join(studio.folder, 'assets', spoken.asset.id.slice(0, 2), `${spoken.asset.id}.wav`)
    const source = await bring(studio, await kit.make(name, ['-i', original, ...codec]), name)
    const { take } = await transcribe(studio, accountId, source)
    expect(take!.text).toBe(words)
    expect(practice.ledger().at(-1)!.files).toMatchObject([
      { name: expect.stringMatching(new RegExp(`\\.${name.split('.')[1]}$`)), sizeBytes: source.asset.sizeBytes },
    ])
  })
})

describe('a sound of which something was chosen', () => {
  it('is sent as it is heard, and is another request than before', async () => {
    const { practice, studio, accountId } = await open()
    const spoken = await speech(studio, accountId)
    const original = join(studio.folder, 'assets', spoken.asset.id.slice(0, 2), `${spoken.asset.id}.wav`)
    // Spoken on the right side of the second track alone.
    const source = await bring(studio, await kit.make('two.mov', [
      ...['-f', 'lavfi', '-i', 'anullsrc=r=48000:cl=stereo', '-i', original, '-filter_complex', '[1:a]pan=stereo|c0=0*c0|c1=c0[right]'],
      ...['-map', '0:a', '-map', '[right]', '-shortest', '-c:a', 'pcm_s16le', '-disposition:a:0', 'default'],
    ]), 'two.mov')
    const isMade = async () => (await studio.handlers.make.alreadyMade({
      ...{ accountId, modelId: 'whisper_v3_turbo' as ModelId, voiceId: null, variants: [{ file: { assetId: source.asset.id } }] },
    }, call)).found[0] !== null
    const hear = (heard: SoundChoice | null) => studio.handlers.takes.chooseSound({ takeId: source.id, heard }, call)
    expect((await transcribe(studio, accountId, source)).take!.text).toBe('')
    expect(await isMade()).toBe(true)
    const right = { track: 1, channel: 'right' } as const
    await hear(right)
    expect(await isMade()).toBe(false)
    const { take } = await transcribe(studio, accountId, source)
    expect(take!.text).toMatch(/^speech at 0\.\d/)
    expect(take!.request!.fields).toEqual({ file: { assetId: source.asset.id, heard: right } })
    expect(await isMade()).toBe(true)
    expect(practice.ledger().at(-1)!.files[0]!.name).toMatch(/\.wav$/)
    await hear({ track: 1, channel: 'left' })
    // Used again, an older request sends what is heard now.
    const again = await transcribe(studio, accountId, source, { file: { assetId: source.asset.id, heard: right } })
    expect(again.take!.text).toBe('')
    await hear(null)
    expect(await isMade()).toBe(true)
  })
})

describe('a file that the service does not accept', () => {
  it.each([
    ['film.mp4', ['-f', 'lavfi', '-i', 'testsrc=s=320x240:r=10', '-shortest', '-c:a', 'aac', '-map', '0:a', '-map', '1:v']],
    ['film.mkv', ['-f', 'lavfi', '-i', 'testsrc=s=320x240:r=10', '-shortest', '-c:a', 'flac', '-map', '0:a', '-map', '1:v']],
    [
      'film.webm',
      ['-f', 'lavfi', '-i', 'testsrc=s=320x240:r=10', '-shortest', '-c:a', 'libopus', '-c:v', 'libvpx', '-map', '0:a', '-map', '1:v'],
    ],
    ['sound.flac', []],
  ])('%s is sent as 16 kHz mono sound, and the request still names the file itself', async (name, args) => {
    const { practice, studio, accountId } = await open()
    const spoken = await speech(studio, accountId)
    const original = join(studio.folder, 'assets', spoken.asset.id.slice(0, 2), `${spoken.asset.id}.wav`)
    const source = await bring(studio, await kit.make(name, ['-i', original, ...args, '-metadata', 'location=+52.5+13.4/']), name)
    const { job, take } = await transcribe(studio, accountId, source)
    expect(job).toMatchObject({ state: 'done', charged: 'yes', title: name })
    // The mark by which the practice service recognises its own speech is lost with the film's other metadata.
    expect(take!.text).toMatch(/^speech at 0\.\d/)
    expect(take).toMatchObject({ sourceTakeIds: [source.id], request: { fields: { file: { assetId: source.asset.id } } } })
    const [sent] = practice.ledger().at(-1)!.files
    expect(sent!.name).toMatch(/\.wav$/)
    expect(sent!.sizeBytes / 32_000).toBeCloseTo(spoken.asset.durationSeconds!, 0)
  })

  it('is refused before anything is sent when it is a film without sound, or a picture', async () => {
    const { practice, studio, accountId } = await open()
    const mute = await bring(studio, await kit.clip('mute.mp4'), 'mute.mp4')
    const picture = await bring(studio, await kit.picture('p.png'), 'p.png')
    for (const source of [mute, picture]) {
      await expect(transcribe(studio, accountId, source)).rejects.toMatchObject({
        code: 'bad-fields',
        data: { issues: [{ field: 'file', problem: 'wrong-file-type' }] },
      })
    }
    expect(practice.ledger()).toEqual([])
  })

  it('is refused at once without ffmpeg to extract its sound, and waits for an ffmpeg that went missing since', async () => {
    const { practice, studio, accountId } = await open()
    const { library: db, takes, shelf, ledger, accounts, models, engine } = studio.parts
    await engine.stop(0)
    const ffmpeg = async () => null
    const [clock, log] = [systemClock, createLog({ write: () => {}, clock: systemClock })]
    const assets = createAssets({ db, folder: join(studio.folder, 'assets'), ffmpeg, clock, log })
    const room = { freeBytes: async () => 2 ** 40, minFreeBytes: 0, mayFile: () => true }
    const queue = createQueue({ models: models.all, accounts, assets, takes, shelf, ledger, ...room, wake: () => {}, needFfmpeg: noFfmpeg })
    const film = await bring(studio, await kit.clip('loud.mp4', { withSound: true }), 'loud.mp4')
    const wanted = intention(accountId, 'whisper_v3_turbo', { file: { assetId: film.asset.id } })
    await expect(createTranscribe(queue, { takes, needFfmpeg: noFfmpeg }).transcribe(wanted)).rejects.toMatchObject({
      code: 'no-ffmpeg',
      data: { command: 'install it' },
    })
    expect(await ledger.open()).toEqual([])

    const { jobIds } = await studio.handlers.make.transcribe(wanted, call)
    const { outputs } = studio.parts
    const ports = { ledger, outputs, workFolder: join(studio.folder, 'work'), ...room, clock, log, random: Math.random }
    const kinds = createKinds({ ...studio.parts, assets, ffmpeg, deliveriesFolder: join(studio.folder, 'deliveries') })
    const alone = createEngine(ports, kinds, {
      fitting: studio.parts.spend.fitting,
      onUnblocked: accounts.onUnblocked,
      limits: async () => ({ perAccount: 1, looks: 1, atOnce: defaultSettings.atOnce }),
      order: studio.parts.order,
      connectivity: studio.parts.connectivity,
    })
    await alone.start()
    expect(await until(studio, jobIds[0], job => job.state === 'blocked')).toMatchObject({
      blockedBy: 'no-ffmpeg',
      charged: 'no',
      wakesAt: expect.any(Number),
    })
    await alone.stop(0)
    expect(practice.ledger()).toEqual([])
  })

  it('that went missing before it was sent fails the job and costs nothing', async () => {
    const { practice, studio, accountId } = await open()
    const film = await bring(studio, await kit.clip('gone.mp4', { withSound: true }), 'gone.mp4')
    await rm(join(studio.folder, 'assets', film.asset.id.slice(0, 2), `${film.asset.id}.mp4`))
    expect((await transcribe(studio, accountId, film)).job).toMatchObject({
      state: 'failed',
      charged: 'no',
      failure: { kind: 'missing-file' },
    })
    expect(practice.ledger()).toEqual([])
  })

  it('that is out of reach fails the job as a missing one does, and is not reported as a bug', async () => {
    const { practice, studio, accountId } = await open()
    const film = await bring(studio, await kit.clip('lost.mp4', { withSound: true }), 'lost.mp4')
    const path = join(studio.folder, 'assets', film.asset.id.slice(0, 2), `${film.asset.id}.mp4`)
    await rm(path)
    // Simulates a disk that fails with an error other than "not found".
    await symlink(path, path)
    expect((await transcribe(studio, accountId, film)).job).toMatchObject({
      state: 'failed',
      charged: 'no',
      failure: { kind: 'missing-file', said: expect.stringMatching(/\.mp4$/) },
    })
    expect(practice.ledger()).toEqual([])
  })

  it('that is damaged fails the job with ffmpeg\'s message', async () => {
    const { practice, studio, accountId } = await open()
    const film = await bring(studio, await kit.clip('torn.mp4', { withSound: true }), 'torn.mp4')
    await writeFile(join(studio.folder, 'assets', film.asset.id.slice(0, 2), `${film.asset.id}.mp4`), Buffer.alloc(film.asset.sizeBytes))
    expect((await transcribe(studio, accountId, film)).job).toMatchObject({
      state: 'failed',
      charged: 'no',
      failure: { kind: 'media', said: expect.stringMatching(/./) },
    })
    expect(practice.ledger()).toEqual([])
  })
})

describe('trouble', () => {
  it.each(['html', 'truncated'] as const)('an answer that is %s is kept, reported, and counted as paid', async (as) => {
    const { practice, studio, accountId } = await open()
    const source = await speech(studio, accountId)
    practice.faults.set({ do: 'wrong-body', as })
    const { job, take } = await transcribe(studio, accountId, source)
    expect(job).toMatchObject({ state: 'failed', charged: 'yes', failure: { kind: 'undecodable' } })
    // A page is no result; the beginning of one is kept with its words.
    if (as === 'html')
      expect(take).toBeNull()
    else
      expect(take).toMatchObject({ medium: 'text', text: expect.stringMatching(/\w/), arrival: { incomplete: { because: 'not-understood' } } })
    expect((await readFile(join(studio.folder, 'work', job.id, 'answer.part'))).length).toBeGreaterThan(0)
  })

  it('an answer that arrived just before the studio died is filed when it opens again, and nothing is sent twice', async () => {
    const practice = await openTestPractice()
    const folder = await makeFolder()
    const before = await openTestStudio({ folder })
    const accountId = await connect(before, practice)
    const { job: first } = await transcribe(before, accountId, await speech(before, accountId))
    const { ledger, engine } = before.parts
    await engine.stop(0)
    const { plan } = await ledger.row(first.id)
    const [job] = await ledger.enqueue([{
      requestId: newId<RequestId>(),
      requestPart: 0,
      kind: 'transcribe',
      title: 'again',
      modelId: first.modelId,
      accountId,
      plan: JSON.parse(plan) as object,
    }])
    const body = '{"transcription":"Nobody knows."}'
    for (const event of ['claim', 'send', 'commit'] as const)
      await ledger.move(job!.id, event)
    await mkdir(join(folder, 'work', job!.id), { recursive: true })
    await writeFile(join(folder, 'work', job!.id, 'answer.part'), body)
    await ledger.move(job!.id, 'answer', { charged: 'yes', answer: { contentType: 'application/json', sizeBytes: body.length } })
    await before.close()
    const after = await openTestStudio({ folder, ports: { secrets: before.parts.ports.secrets } })
    expect(await ended(after, job!.id)).toMatchObject({ state: 'done', charged: 'yes' })
    expect((await after.parts.takes.ofJob(job!.id)).map(take => take.text)).toEqual(['Nobody knows.'])
    expect(practice.ledger().filter(work => work.kind === 'transcription')).toHaveLength(1)
  })
})
