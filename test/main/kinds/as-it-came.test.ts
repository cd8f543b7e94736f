/**
 * Every paid byte is on the disk before it is read: what is not understood is kept as it came, and read again by what is known later.
 *
 * @module-tag wide
 */
import type { AccountId, JobId, ModelId, RequestId } from '#contract/words.ts'
import type { Answering } from '../../kit/answering.ts'
import type { Talk } from '../service/socket-server.ts'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { pcm16Header } from '../../../src-main/base/wav.ts'
import { drawLandscape } from '../../../src-main/practice/drawing/landscape.ts'
import { encodePng } from '../../../src-main/practice/drawing/png.ts'
import { openAnswering, sendAndCut } from '../../kit/answering.ts'
import { copyAsKilled } from '../../kit/folder.ts'
import { hangMs } from '../../kit/hang.ts'
import { openMediaKit } from '../../kit/media.ts'
import { ended, openSharedStudio, openTestStudio, until } from '../../kit/studio.ts'
import { openSocketServer } from '../service/socket-server.ts'

const call = { signal: new AbortController().signal, origin: 'page' as const }
let shared: Awaited<ReturnType<typeof openSharedStudio>>
beforeAll(async () => shared = await openSharedStudio())
afterAll(() => shared.close())

/** Two seconds at 24 kHz, in ten pieces that are all different. */
const samples = Buffer.from(Array.from({ length: 96_000 }, (_, at) => (at * 31 + (at >> 8) * 7) % 251))
const pieces = Array.from({ length: 10 }, (_, at) => samples.subarray(at * 9600, (at + 1) * 9600))
const wav = Buffer.concat([pcm16Header({ sampleRate: 24_000, channels: 1 }, samples.length), samples])
const json = { 'content-type': 'application/json' }
const events = { 'content-type': 'text/event-stream' }

async function connect(service: { url: string }): Promise<AccountId> {
  return (await shared.studio.parts.accounts.connect({ name: 'Odd', baseUrl: service.url, key: 'k-odd-1234' })).id
}

async function speak(accountId: AccountId, { isOverSocket = false } = {}): Promise<JobId> {
  const [jobId] = await shared.studio.parts.make.speech({
    requestId: newId<RequestId>(),
    accountId,
    modelId: 'higgs2p5' as ModelId,
    fields: { text: 'Nothing is thrown away.', ...!isOverSocket && { stream: true } },
    projectId: null,
    lineId: null,
    voiceId: null,
    isOverSocket,
  })
  return jobId!
}

async function spoken(answer: (service: Parameters<Parameters<Answering['answer']>[0]>[0]) => void) {
  const service = await openAnswering()
  service.answer(answer)
  const job = await ended(shared.studio, await speak(await connect(service)))
  expect(service.paid()).toBe(1)
  return { job, takes: await shared.studio.parts.takes.find(job.takeIds), service }
}

const stream = (lines: readonly string[]) => lines.map(line => `data: ${line}\n\n`).join('')
function chunk(bytes: Uint8Array, encoding: 'base64' | 'hex' = 'base64'): string {
  return JSON.stringify({ type: 'audio_chunk', data: Buffer.from(bytes).toString(encoding) })
}
const complete = '{"type":"complete"}'

describe('streamed speech is understood', () => {
  it.each([
    ['bare base64 in its events', stream(pieces.map(piece => piece.toString('base64')))],
    ['bare hex in its events', stream(pieces.map(piece => piece.toString('hex')))],
    ['base64 as JSON texts', stream(pieces.map(piece => JSON.stringify(piece.toString('base64'))))],
    ['hex instead of base64', stream([...pieces.map(piece => chunk(piece, 'hex')), complete])],
    ['no empty lines between its events', `${[...pieces.map(piece => chunk(piece)), complete].map(line => `data: ${line}`).join('\n')}\n`],
    ['one JSON text in each line', [...pieces.map(piece => chunk(piece)), complete].join('\n')],
    ['a final event that repeats the whole sound', stream([
      ...pieces.map(piece => chunk(piece)),
      JSON.stringify({ type: 'complete', data: samples.toString('base64') }),
    ])],
    ['a final event that repeats it as a WAV', stream([
      ...pieces.map(piece => chunk(piece)),
      JSON.stringify({ type: 'audio.done', final: true, audio: wav.toString('base64') }),
    ])],
    ['each event with all that came before', stream([
      ...pieces.map((_, at) => chunk(samples.subarray(0, (at + 1) * 9600))),
      complete,
    ])],
    ['its sound under a name that nobody knows', stream([
      ...pieces.map(piece => JSON.stringify({ event: 'x', payload: { speech: piece.toString('base64') } })),
      '[DONE]',
    ])],
  ])('with %s', async (_, body) => {
    const { job, takes } = await spoken(response => response.writeHead(200, events).end(body))
    expect(job).toMatchObject({ state: 'done', charged: 'yes' })
    expect(takes).toHaveLength(1)
    expect(takes[0]).toMatchObject({ arrival: null, asset: { extension: 'wav', durationSeconds: 2 } })
    const file = await readFile(shared.studio.parts.assets.pathOf(takes[0]!.asset))
    expect(file.subarray(44).equals(samples)).toBe(true)
  })

  it('a WAV that is called a stream of events', async () => {
    const { job, takes } = await spoken(response => response.writeHead(200, events).end(wav))
    expect(job).toMatchObject({ state: 'done' })
    expect(takes).toMatchObject([{ arrival: null, asset: { durationSeconds: 2 } }])
  })
})

it('one damaged event of ten is told on the take', async () => {
  const lines = pieces.map(piece => chunk(piece))
  lines[4] = lines[4]!.slice(0, 5000)
  const { job, takes } = await spoken(response => response.writeHead(200, events).end(stream([...lines, complete])))
  expect(job).toMatchObject({ state: 'failed', charged: 'yes', failure: { kind: 'undecodable' } })
  expect(takes).toMatchObject([{
    asset: { durationSeconds: 1.8 },
    arrival: { incomplete: { because: 'damaged', said: 'takeroom:pieces-missing 1/10' } },
  }])
})

describe('what is in no known form', () => {
  it('is kept as it came, byte for byte, and can be saved', async () => {
    const odd = Buffer.concat([Buffer.from('ODD!'), samples.subarray(0, 30_000)])
    const { job, takes, service } = await spoken(response => response.writeHead(200, { 'content-type': 'audio/x-odd' }).end(odd))
    expect(job).toMatchObject({ state: 'failed', charged: 'yes', failure: { kind: 'undecodable' } })
    expect(takes).toMatchObject([{ medium: 'audio', arrival: { incomplete: { because: 'not-understood', receivedBytes: odd.length } } }])
    expect(await readFile(shared.studio.parts.assets.pathOf(takes[0]!.asset))).toEqual(odd)
    const { job: again } = await shared.studio.handlers.jobs.lookAgain({ jobId: job.id }, call)
    await ended(shared.studio, again.id)
    expect((await shared.studio.parts.ledger.get(job.id)).takeIds).toEqual(job.takeIds)
    expect(service.paid()).toBe(1)
  })

  it('is a take of the medium that it turns out to be', async () => {
    const picture = Buffer.from(await encodePng(drawLandscape('a still', '1', { width: 64, height: 64 })))
    const { job, takes } = await spoken(response => response.writeHead(200, { 'content-type': 'audio/wav' }).end(picture))
    expect(job).toMatchObject({ state: 'failed', charged: 'yes' })
    expect(takes).toMatchObject([{ medium: 'picture', asset: { extension: 'png', width: 64 } }])
  })

  it('is nothing when it is a page or an error', async () => {
    const page = `<!doctype html><title>Sign in</title>${' '.repeat(2000)}`
    expect((await spoken(response => response.writeHead(200, { 'content-type': 'text/html' }).end(page))).takes).toEqual([])
    expect((await spoken(response => response.writeHead(200, json).end('{"detail":"No credits"}'))).takes).toEqual([])
  })

  it('never becomes something that a browser would run', async () => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script>${'<g/>'.repeat(1000)}</svg>`
    const { takes } = await spoken(response => response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(svg))
    expect(takes).toMatchObject([{ asset: { mime: 'application/octet-stream', extension: 'bin' } }])
  })
})

describe('a kill in the middle of an answer', () => {
  it.each([
    ['events', events, stream(pieces.map(piece => chunk(piece))).slice(0, 70_000)],
    ['a form that is not known', { 'content-type': 'audio/x-odd' }, `ODD!${'\u0001odd '.repeat(3000)}`],
  ] as const)('leaves what came: %s', async (what, headers, body) => {
    const service = await openAnswering()
    const arrived = Promise.withResolvers<void>()
    service.answer((response) => {
      response.writeHead(200, headers)
      response.write(body, () => arrived.resolve())
    })
    const jobId = await speak(await connect(service))
    await arrived.promise
    const part = join(shared.studio.folder, 'work', jobId, 'answer.part')
    await expect.poll(async () => (await readFile(part).catch(() => Buffer.alloc(0))).toString(), { timeout: hangMs }).toBe(body)
    const after = await openTestStudio({ folder: await copyAsKilled(shared.studio.folder) })
    const job = await ended(after, jobId)
    expect(job).toMatchObject({ state: 'unsure', charged: 'unknown', hasAnswer: true })
    const [take] = await after.parts.takes.find(job.takeIds)
    expect(take?.arrival?.incomplete?.because).toBe(what === 'events' ? 'closed' : 'not-understood')
    // Reading it again gives the same take, sends nothing and leaves the job as it is.
    expect((await after.handlers.jobs.lookAgain({ jobId }, call)).job).toMatchObject({ state: 'unsure', takeIds: job.takeIds })
    expect(service.paid()).toBe(1)
    await shared.studio.parts.engine.cancel(jobId)
  })
})

describe('over a WebSocket', () => {
  async function overSocket(serve: (talk: Talk) => void) {
    const service = await openAnswering()
    const socket = await openSocketServer(async (talk) => {
      await talk.message(1)
      serve(talk)
    })
    const accountId = await connect(service)
    await shared.studio.handlers.accounts.setSocketUrl({ accountId, socketUrl: `${socket.url.replace('http', 'ws')}/ws` }, call)
    const job = await ended(shared.studio, await speak(accountId, { isOverSocket: true }))
    return { job, takes: await shared.studio.parts.takes.find(job.takeIds) }
  }

  it('messages are understood in any mixture, and a WAV that begins in the middle of one', async () => {
    const { job, takes } = await overSocket(({ tell }) => tell(
      { type: 'started' },
      wav.subarray(0, 30),
      wav.subarray(30, 20_044),
      { type: 'audio_chunk', data: wav.subarray(20_044, 40_044).toString('hex') },
      Buffer.from(JSON.stringify({ type: 'note' })),
      wav.subarray(40_044),
      { type: 'complete' },
    ))
    expect(job).toMatchObject({ state: 'done' })
    expect(takes).toMatchObject([{ arrival: null, asset: { durationSeconds: 2 } }])
  })

  it('a normal close without the word that it is complete leaves an incomplete take', async () => {
    const { job, takes } = await overSocket(({ tell, line }) => {
      tell(samples.subarray(0, 48_000))
      line.close(1000)
    })
    expect(job).toMatchObject({ state: 'unsure', charged: 'unknown' })
    expect(takes).toMatchObject([{ asset: { durationSeconds: 1 }, arrival: { incomplete: { because: 'cut' } } }])
  })

  it('text messages that nobody knows are kept as they came', async () => {
    const { job, takes } = await overSocket(({ tell, line }) => {
      tell(...Array.from({ length: 40 }, (_, at) => ({ kind: 'viseme', mouth: `shape ${at} of a mouth that speaks` })))
      line.close(1000)
    })
    expect(job).toMatchObject({ state: 'unsure', charged: 'unknown' })
    expect(takes).toMatchObject([{ asset: { extension: 'json' }, arrival: { incomplete: { because: 'not-understood' } } }])
    expect((await readFile(shared.studio.parts.assets.pathOf(takes[0]!.asset))).toString()).toContain('shape 39 of a mouth')
  })
})

describe('an answer that is whole by its content is whole', () => {
  const picture = drawLandscape('a still', '2', { width: 320, height: 240 })

  async function draw(answer: Parameters<Answering['answer']>[0]) {
    const service = await openAnswering()
    service.answer(answer)
    const [jobId] = await shared.studio.parts.make.image({
      requestId: newId<RequestId>(),
      accountId: await connect(service),
      modelId: 'eigen-image' as ModelId,
      fields: { prompt: 'a lighthouse' },
      projectId: null,
    })
    return ended(shared.studio, jobId)
  }

  it.each(['JSON', 'PNG'])('though its length was wrong, or its end was missing: %s', async (form) => {
    const png = Buffer.from(await encodePng(picture))
    const body = form === 'PNG' ? png : Buffer.from(JSON.stringify({ image_base64: png.toString('base64') }))
    const headers = form === 'PNG' ? { 'content-type': 'image/png' } : json
    // More is announced; then chunks without the last one.
    for (const more of [{ 'content-length': body.length + 10 }, {}]) {
      const job = await draw(response => sendAndCut(response, { ...headers, ...more }, body))
      expect(job).toMatchObject({ state: 'done', charged: 'yes' })
      expect(await shared.studio.parts.takes.find(job.takeIds)).toMatchObject([{ arrival: null }])
    }
  })

  it('and a WAV one byte short', async () => {
    const short = wav.subarray(0, -1)
    const headers = { 'content-type': 'audio/wav', 'content-length': wav.length }
    const { job, takes } = await spoken(response => sendAndCut(response, headers, short))
    expect(job).toMatchObject({ state: 'done' })
    expect(takes).toMatchObject([{ arrival: { incomplete: null } }])
  })
})

describe('a shot', () => {
  async function shotOf(film: Buffer | string, submitted = '{"task_id":"t-1","task_status":"pending"}') {
    const { studio } = shared
    const kit = await openMediaKit()
    onTestFinished(() => kit.close())
    const service = await openAnswering()
    service.answer(response => response.writeHead(200, json).end(submitted))
    const known = { id: 't-1' }
    service.answerFree((response, { url = '' }) => {
      const asked = new URL(url, 'http://service').searchParams.get('jobId')
      if (asked !== known.id)
        return response.writeHead(asked === null ? 200 : 404, json).end('{"detail":"Job not found"}')
      return url.includes('/result')
        ? response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(film)
        : response.writeHead(200, json).end('{"status":"completed"}')
    })
    const still = await readFile(await kit.picture('still.png'))
    const ticket = await studio.receiveFile('still.png', (async function* () {
      yield still
    })(), still.length)
    const { asset } = await studio.parts.imports.file(ticket, null)
    const [jobId] = await studio.parts.make.video({
      requestId: newId<RequestId>(),
      accountId: await connect(service),
      modelId: 'wan2p2-i2v-14b-turbo' as ModelId,
      fields: { prompt: 'waves', image: { assetId: asset.id }, frame_num: 5 },
      projectId: null,
    })
    return { jobId: jobId!, service, known }
  }

  it.each(['webm', 'mkv', 'avi', 'ts'])('is a result in any container that can be read: %s', async (extension) => {
    const kit = await openMediaKit()
    onTestFinished(() => kit.close())
    const codec = extension === 'webm' ? ['-c:v', 'libvpx', '-deadline', 'realtime'] : []
    const film = await readFile(await kit.clip(`shot.${extension}`, { seconds: 0.4, args: codec }))
    const { jobId } = await shotOf(film)
    const job = await ended(shared.studio, jobId)
    expect(job).toMatchObject({ state: 'done', charged: 'yes' })
    expect(await shared.studio.parts.takes.find(job.takeIds)).toMatchObject([{ medium: 'video', arrival: null, asset: { extension } }])
  })

  it('whose answer names no task is unsure; the id that the user types in is followed, and nothing is sent', async () => {
    const kit = await openMediaKit()
    onTestFinished(() => kit.close())
    const film = await readFile(await kit.clip('shot.mp4', { seconds: 0.4 }))
    const { jobId, service, known } = await shotOf(film, '{"ok":true,"where":"see your account"}')
    expect(await ended(shared.studio, jobId)).toMatchObject({ state: 'unsure', charged: 'unknown', hasAnswer: true })
    const { jobs } = shared.studio.handlers
    expect((await jobs.lookAgain({ jobId }, call)).job).toMatchObject({ state: 'unsure' })
    known.id = `t/ä ?${'9'.repeat(3000)}`
    const answers = await Promise.allSettled([1, 2].map(() => jobs.attachTask({ jobId, taskId: known.id }, call)))
    expect(answers.filter(answer => answer.status === 'fulfilled')).toHaveLength(1)
    const job = await until(shared.studio, jobId, each => each.state === 'done')
    expect(job).toMatchObject({ charged: 'yes', taskId: known.id })
    expect(service.paid()).toBe(1)
    await expect(jobs.attachTask({ jobId, taskId: 'other' }, call)).rejects.toMatchObject({ code: 'not-attachable' })
  })

  it('no id is typed in for a job that was never sent, or that makes no tasks', async () => {
    const { studio } = shared
    await studio.parts.order.pauseAll(true)
    const { jobId } = await shotOf('')
    await studio.parts.engine.cancel(jobId)
    const { jobs } = studio.handlers
    await expect(jobs.attachTask({ jobId, taskId: 't-1' }, call)).rejects.toMatchObject({ code: 'not-attachable' })
    const speech = await speak(shared.accountId)
    await studio.parts.engine.cancel(speech)
    await expect(jobs.attachTask({ jobId: speech, taskId: 't-1' }, call)).rejects.toMatchObject({ code: 'not-attachable' })
    await studio.parts.order.pauseAll(false)
  })
})
