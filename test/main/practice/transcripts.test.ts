/**
 * Transcripts: the real text for practice speech, only times for other sound.
 *
 * @module-tag wide
 */
import { expect, it } from 'vitest'
import { encodeWav } from '../../../src-main/practice/voice/wav.ts'
import { needFfmpeg } from '../../kit/ffmpeg.ts'
import { askPractice, blob, bytesOf, detailOf, generate } from './asking.ts'

const text = 'The lamp was left on all night. 谁忘了关？ Who left it on?'

it('returns the exact text of its own speech, in every container that can contain the mark', async () => {
  const { form } = await askPractice()
  for (const format of ['wav', 'mp3', 'flac', 'opus']) {
    const speech = await bytesOf(await form(generate, { model: 'qwen3-tts', text, response_format: format }))
    const transcript: unknown = await (await form(generate, {
      model: 'whisper_v3_turbo',
      file: blob(speech),
      response_format: 'json',
    })).json()
    expect(transcript).toMatchObject({ text, language: 'en' })
    const segments = Reflect.get(transcript as object, 'segments') as { start: number, end: number, text: string }[]
    expect(segments.map(segment => segment.text).join(' ')).toBe(text)
    expect(segments.every((segment, i) => segment.end > segment.start && segment.start >= (segments[i - 1]?.end ?? 0))).toBe(true)
  }
})

it('ignores the mark of a file that was cut', async () => {
  const { form } = await askPractice()
  const wav = await bytesOf(await form(generate, { model: 'higgs2p5', text }))
  const dataBytes = wav.readUInt32LE(40)
  const cut = Buffer.concat([wav.subarray(0, 44), wav.subarray(44, 44 + 48_000), wav.subarray(44 + dataBytes)])
  cut.writeUInt32LE(48_000, 40)
  cut.writeUInt32LE(cut.length - 8, 4)
  const transcript = await (await form(generate, { model: 'whisper_v3_turbo', file: blob(cut), response_format: 'text' })).text()
  expect(transcript).toMatch(/^speech at /)
})

it('returns only times for other sound, and nothing for silence', async () => {
  const { form } = await askPractice()
  const ffmpeg = await needFfmpeg()
  const { stdout: tones } = await ffmpeg.run([
    '-f',
    'lavfi',
    '-i',
    'sine=220:d=5',
    '-af',
    'volume=\'between(t,1,2)+between(t,3,4.5)\':eval=frame',
    '-ar',
    '16000',
    '-f',
    'ogg',
    '-c:a',
    'libvorbis',
    'pipe:1',
  ])
  const transcript = await (await form(generate, { model: 'whisper_v3_turbo', file: blob(tones) })).json() as {
    text: string
    segments: { start: number, end: number }[]
  }
  const near = (expected: number) => expect.closeTo(expected, 0)
  expect(transcript.segments).toMatchObject([{ start: near(1), end: near(2) }, { start: near(3), end: near(4.5) }])
  expect(transcript.text).toMatch(/^speech at \d\.\d–\d\.\d s, speech at \d\.\d–\d\.\d s$/)
  const silence = encodeWav({ sampleRate: 16_000, samples: new Int16Array(32_000) })
  expect(await (await form(generate, { model: 'whisper_v3_turbo', file: blob(silence) })).json()).toMatchObject({
    text: '',
    duration: 2,
    segments: [],
  })
})

it('answers as text on request, and as `transcription` for the model that uses this name', async () => {
  const { form } = await askPractice()
  const speech = blob(await bytesOf(await form(generate, { model: 'higgs2p5', text })))
  const plain = await form(generate, { model: 'whisper_v3_turbo', file: speech, response_format: 'text' })
  expect([plain.headers.get('content-type'), await plain.text()]).toEqual(['text/plain; charset=utf-8', text])
  const higgs: unknown = await (await form(generate, { model: 'higgs_asr_3', file: speech, language: 'English' })).json()
  expect(higgs).toMatchObject({ transcription: text })
  expect(higgs).not.toHaveProperty('text')
  const translated: unknown = await (await form(generate, { model: 'higgs_asr_3', file: speech, language: 'German', task: 'ast' })).json()
  expect(translated).toMatchObject({ transcription: expect.stringContaining('not translated') as string })
})

it('refuses a file with only the signature of a sound, and says what it cannot decode without ffmpeg', async () => {
  const { form, practice } = await askPractice()
  const broken = await form(generate, { model: 'whisper_v3_turbo', file: blob(Buffer.from('OggS, and then nothing')) })
  expect(broken.status).toBe(400)
  expect(practice.ledger()).toEqual([])
  const deaf = await askPractice({ ffmpeg: async () => null })
  const unheard = await deaf.form(generate, { model: 'whisper_v3_turbo', file: blob(Buffer.from('OggS, and then nothing')) })
  expect([unheard.status, await detailOf(unheard)]).toEqual([503, expect.stringContaining('ffmpeg')])
})
