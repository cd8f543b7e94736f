/**
 * The main path through the whole core: from a request to takes on disk, and from a script to a delivered film.
 *
 * @module-tag wide
 */
import type { ModelId, RequestId } from '#contract/words.ts'
import { execFile } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished, vi } from 'vitest'
import { terminalIn } from '#rules/text/terminal-words.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { runSample } from '../../../src-main/commands/run-sample.ts'
import { makeFolder } from '../../kit/folder.ts'
import { connect, ended, openTestPractice, openTestStudio } from '../../kit/studio.ts'

function ask(fields: object, modelId: string) {
  return { requestId: newId<RequestId>(), modelId: modelId as ModelId, fields: fields as never, projectId: null }
}

it('a spoken text becomes a take with its exact request, sound and waveform', async () => {
  const practice = await openTestPractice()
  const studio = await openTestStudio()
  const accountId = await connect(studio, practice)
  const [jobId] = await studio.parts.make.speech({ ...ask(
    { 'text': 'Good evening, and welcome.', 'voice': 'Linda', 'voice_settings.speed': 1.2, 'sampling.temperature': 0.9 },
    'higgs2p5',
  ), accountId, lineId: null, voiceId: null, isOverSocket: false })
  const job = await ended(studio, jobId)
  expect(job).toMatchObject({ state: 'done', charged: 'yes', failure: null })
  const take = await studio.parts.takes.get(job.takeIds[0]!)
  expect(take).toMatchObject({ kind: 'speech', medium: 'audio', text: 'Good evening, and welcome.', voice: 'Linda', isPractice: false })
  expect(take.asset).toMatchObject({ mime: 'audio/wav', sampleRate: 24_000, hasPeaks: true })
  expect(JSON.parse(take.request!.body)).toEqual({
    model: 'higgs2p5',
    text: 'Good evening, and welcome.',
    voice: 'Linda',
    voice_settings: { speed: 1.2 },
    sampling: { temperature: 0.9 },
  })
  expect(practice.ledger()).toHaveLength(1)
})

it('streamed speech can be played from its job while it is being made, and is the same sound as its take', async () => {
  const practice = await openTestPractice({ pace: 0.2 })
  const studio = await openTestStudio()
  const accountId = await connect(studio, practice)
  const [jobId] = await studio.parts.make.speech({
    ...ask({ text: 'One two three four five six seven eight.', stream: true }, 'chatterbox'),
    accountId,
    lineId: null,
    voiceId: null,
    isOverSocket: false,
  })
  const live = await studio.openMedia({ of: 'live', jobId: jobId! }, { method: 'GET', range: null, ifRange: null, ifNoneMatch: null })
  const reader = live.body!.getReader()
  const first = await reader.read()
  expect(first.value!.byteLength).toBeGreaterThan(0)
  expect((await studio.parts.ledger.get(jobId!)).state).not.toBe('done')
  let received = first.value!.byteLength
  for (let piece = await reader.read(); !piece.done; piece = await reader.read())
    received += piece.value.byteLength
  const job = await ended(studio, jobId)
  const { asset } = await studio.parts.takes.get(job.takeIds[0]!)
  expect(received / 2 / 24_000).toBeCloseTo(asset.durationSeconds!, 1)
})

it('an image becomes a shot, and the shot names its still', async () => {
  const practice = await openTestPractice()
  const studio = await openTestStudio()
  const accountId = await connect(studio, practice)
  const [imageJob] = await studio.parts.make.image({
    ...ask({ prompt: 'a red barn', width: 640, height: 512, seed: 3 }, 'eigen-image'),
    accountId,
  })
  const still = await studio.parts.takes.get((await ended(studio, imageJob)).takeIds[0]!)
  expect(still).toMatchObject({ medium: 'picture', asset: { width: 640, height: 512, hasPoster: true } })
  const [videoJob] = await studio.parts.make.video({
    ...ask({ prompt: 'pan left', image: { assetId: still.asset.id } }, 'wan2p2-i2v-14b-turbo'),
    accountId,
  })
  const job = await ended(studio, videoJob)
  expect(job).toMatchObject({ state: 'done', charged: 'yes' })
  const shot = await studio.parts.takes.get(job.takeIds[0]!)
  expect(shot).toMatchObject({ medium: 'video', sourceTakeIds: [still.id], asset: { mime: 'video/mp4', framesPerSecond: 16 } })
})

it('the sample is a film of 1280×720 in the language of the system, with sound and picture in sync and captions that match the script', async () => {
  vi.stubEnv('LC_ALL', 'zh_CN.UTF-8')
  onTestFinished(() => void vi.unstubAllEnvs())
  const out = join(await makeFolder(), 'sample')
  const said: string[] = []
  const { video, captions } = await runSample({ version: '0', resourcesPath: null }, { out, print: line => said.push(line) })
  expect(video).toBe(join(out, 'sample.mp4'))
  const { stdout } = await promisify(execFile)(
    'ffprobe',
    ['-v', 'error', '-show_entries', 'stream=codec_type,codec_name,width,height,duration', '-of', 'json', video],
  )
  const { streams } = JSON.parse(stdout) as {
    streams: { codec_type: string, codec_name: string, width?: number, height?: number, duration: string }[]
  }
  const [picture, sound] = ['video', 'audio'].map(type => streams.find(stream => stream.codec_type === type)!)
  expect(picture).toMatchObject({ codec_name: 'h264', width: 1280, height: 720 })
  expect(sound).toMatchObject({ codec_name: 'aac' })
  expect(Math.abs(Number(picture!.duration) - Number(sound!.duration))).toBeLessThan(0.05)
  const srt = await readFile(captions, 'utf8')
  expect(srt).toContain('地图的尽头')
  expect(srt).toContain('三十个冬天')
  expect(srt.trim().split('\n\n').length).toBeGreaterThanOrEqual(3)
  expect((await stat(video)).size).toBeGreaterThan(50_000)
  expect(said.join('\n')).toContain(terminalIn('zh').sample.step({ is: 'shot' }))
})
