/**
 * Speech: files, streams, voices and formats.
 *
 * @module-tag wide
 */
import { describe, expect, it } from 'vitest'
import { speechShape } from '../../../src-main/media/words/odd-sounds.ts'
import { decodeWav } from '../../../src-main/practice/voice/wav.ts'
import { needFfmpeg } from '../../kit/ffmpeg.ts'
import { askPractice, blob, bytesOf, clip, detailOf, eventsIn, generate } from './asking.ts'

const text = 'The lamp was left on all night. Who left it on?'

describe('speech as a file', () => {
  it('is a 24 kHz mono 16-bit WAV with an ordinary header, of audible loudness and natural length', async () => {
    const { form } = await askPractice()
    for (const model of ['higgs2p5', 'chatterbox', 'qwen3-tts']) {
      const response = await form(generate, { model, text })
      expect(response.headers.get('content-type')).toBe('audio/wav')
      const wav = await bytesOf(response)
      expect(Number(response.headers.get('content-length'))).toBe(wav.length)
      expect([
        wav.toString('latin1', 0, 4),
        wav.toString('latin1', 8, 16),
        wav.toString('latin1', 36, 40),
      ]).toEqual(['RIFF', 'WAVEfmt ', 'data'])
      expect([wav.readUInt16LE(20), wav.readUInt16LE(22), wav.readUInt32LE(24), wav.readUInt16LE(34)]).toEqual([1, 1, 24_000, 16])
      expect(wav.readUInt32LE(4)).toBe(wav.length - 8)
      const samples = decodeWav(wav)?.samples ?? new Int16Array()
      expect(samples.length / 24_000).toBeGreaterThan(2)
      expect(samples.length / 24_000).toBeLessThan(8)
      expect(Math.max(...samples.subarray(0, 100_000))).toBeGreaterThan(8_000)
    }
  })

  it('begins and ends softly, so that no line is told to be cut off', async () => {
    for (const voice of ['machine', 'formant'] as const) {
      const { form } = await askPractice({ voice })
      for (const said of ['At the edge of the map, one light still burns.', 'Oh, over there', 'Answer all of us']) {
        const wav = decodeWav(await bytesOf(await form(generate, { model: 'qwen3-tts', text: said })))
        const { isCutAtStart, isCutAtEnd } = speechShape(Float32Array.from(wav?.samples ?? [], sample => sample / 32_768), 24_000)
        expect([isCutAtStart, isCutAtEnd], `${said}, ${voice}`).toEqual([false, false])
      }
    }
  })

  it('uses the machine\'s speech engine where there is one, and is audible either way', async () => {
    const { form } = await askPractice({ voice: 'machine' })
    for (const said of [text, '灯亮了一夜。', 'Лампа горела всю ночь.', '-v --help']) {
      const wav = decodeWav(await bytesOf(await form(generate, { model: 'higgs2p5', text: said })))
      expect(wav?.sampleRate).toBe(24_000)
      expect(wav?.samples.length).toBeGreaterThan(6_000)
      expect(Math.max(...wav?.samples.subarray(0, 100_000) ?? [])).toBeGreaterThan(8_000)
    }
  })

  it('is the same for the same request, and differs by voice, speed, seed and repetition', async () => {
    const make = async (body: object) => {
      const { form } = await askPractice() // A new service each time: nothing is remembered.
      return bytesOf(await form(generate, { text, ...body }))
    }
    const first = await make({ model: 'qwen3-tts', voice: 'Ryan' })
    expect((await make({ model: 'qwen3-tts', voice: 'Ryan' })).equals(first)).toBe(true)
    expect((await make({ model: 'qwen3-tts', voice: 'Serena' })).equals(first)).toBe(false)
    const fast = await make({ model: 'qwen3-tts', voice: 'Ryan', voice_settings: { speed: 2 } })
    expect(fast.length).toBeLessThan(first.length * 0.6)
    const seeded = await make({ model: 'chatterbox', seed: 1 })
    expect((await make({ model: 'chatterbox', seed: 2 })).equals(seeded)).toBe(false)

    const { form } = await askPractice()
    const ask = async (body: object) => bytesOf(await form(generate, { model: 'chatterbox', text, ...body }))
    expect((await ask({})).equals(await ask({}))).toBe(false)
    expect((await ask({ seed: 5 })).equals(await ask({ seed: 5 }))).toBe(true)
  })

  it('drifts as a fault says, once: higher or faster, louder or quieter', async () => {
    const { form, practice } = await askPractice()
    const said = async () => decodeWav(await bytesOf(await form(generate, { model: 'chatterbox', text, seed: 3 })))!.samples
    const peak = (samples: Int16Array): number => samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
    const usual = await said()
    practice.faults.set({ do: 'drift', gainDb: -6, when: { kind: 'speech' }, times: 1 })
    expect(20 * Math.log10(peak(await said()) / peak(usual))).toBeCloseTo(-6, 1)
    practice.faults.set({ do: 'drift', gainDb: 20, when: { kind: 'speech' }, times: 1 })
    expect(peak(await said())).toBe(32_768)
    practice.faults.set({ do: 'drift', character: { pace: 2 }, when: { kind: 'speech' }, times: 1 })
    expect((await said()).length).toBeLessThan(0.7 * usual.length)
    expect(await said()).toEqual(usual)
  })

  it('is available in every format of qwen3-tts, and each matches its type', async () => {
    const { form } = await askPractice()
    const magic: Record<string, [type: string, start: string]> = {
      wav: ['audio/wav', 'RIFF'],
      mp3: ['audio/mpeg', 'ID3'],
      flac: ['audio/flac', 'fLaC'],
      aac: ['audio/aac', '\xFF\xF1'],
      opus: ['audio/ogg', 'OggS'],
    }
    for (const [format, [type, start]] of Object.entries(magic)) {
      const response = await form(generate, { model: 'qwen3-tts', text, response_format: format })
      expect([response.headers.get('content-type'), (await bytesOf(response)).toString('latin1', 0, start.length)]).toEqual([type, start])
    }
    const pcm = await bytesOf(await form(generate, { model: 'qwen3-tts', text, response_format: 'pcm', voice: 'Eric' }))
    const wav = await bytesOf(await form(generate, { model: 'qwen3-tts', text, response_format: 'wav', voice: 'Eric' }))
    expect(pcm.equals(wav.subarray(44, 44 + pcm.length))).toBe(true)
    expect(wav.readUInt32LE(40)).toBe(pcm.length)
  })

  it('works without ffmpeg, and says why it cannot compress', async () => {
    const { form, practice } = await askPractice({ ffmpeg: async () => null })
    expect((await form(generate, { model: 'qwen3-tts', text })).status).toBe(200)
    const refused = await form(generate, { model: 'qwen3-tts', text, response_format: 'mp3' })
    expect(refused.status).toBe(503)
    expect(await detailOf(refused)).toContain('ffmpeg')
    expect(practice.ledger()).toHaveLength(1)
  })
})

describe('speech as server-sent events', () => {
  it('has the format of the live service, and the exact samples of the file', async () => {
    const { form } = await askPractice()
    const body = { model: 'chatterbox', text, seed: 3 }
    const response = await form(generate, { ...body, stream: true })
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    const stream = await response.text()
    const events = eventsIn(stream)
    expect(events[0]).toMatchObject({ type: 'metadata', sample_rate: 24_000, channels: 1, format: 'pcm16', model: 'chatterbox' })
    expect(events.slice(-2)).toMatchObject([{ type: 'complete' }, { type: 'done' }])
    expect(stream).toContain(': keep-alive\n\n')
    expect(stream).not.toContain('[DONE]')
    const chunks = events.slice(1, -2)
    expect(chunks.map(chunk => Reflect.get(chunk as object, 'index'))).toEqual(chunks.map((_, i) => i))
    const sound = Buffer.concat(chunks.map(chunk => Buffer.from(String(Reflect.get(chunk as object, 'data')), 'base64')))
    const wav = await bytesOf(await form(generate, body))
    const file = wav.subarray(44, 44 + wav.readUInt32LE(40))
    expect(sound.equals(file)).toBe(true)
    const seconds = chunks.slice(0, -1).map(chunk => Buffer.from(String(Reflect.get(chunk as object, 'data')), 'base64').length / 48_000)
    expect(seconds.every(each => each >= 0.2 && each <= 0.4)).toBe(true)
  })

  it('uses the other dialects when a fault demands it', async () => {
    const { form, practice } = await askPractice()
    const streamed = async (as: 'openai' | 'nested' | 'odd-bytes' | 'error' | 'no-end') => {
      practice.faults.set({ do: 'stream', as, times: 1 })
      return eventsIn(await (await form(generate, { model: 'higgs2p5', text, stream: true })).text())
    }
    const openai = await streamed('openai')
    expect(openai[0]).toMatchObject({ type: 'speech.audio.delta' })
    expect(openai.at(-1)).toMatchObject({ type: 'speech.audio.done' })
    expect((await streamed('nested'))[0]).toMatchObject({ data: { type: 'metadata' } })
    const odd = await streamed('odd-bytes')
    expect(Buffer.from(String(Reflect.get(odd[1] as object, 'data')), 'base64').length % 2).toBe(1)
    expect((await streamed('error')).at(-1)).toMatchObject({ type: 'error' })
    expect((await streamed('no-end')).at(-1)).toMatchObject({ type: 'audio_chunk' })
  })
})

describe('voices', () => {
  const upload = '/api/v1/generate/upload'

  it('a clip uploaded twice is one voice; another clip or model is another', async () => {
    const { form } = await askPractice()
    const idOf = async (model: string, voice: Blob) =>
      Reflect.get(await (await form(upload, { model, voice_reference_file: voice })).json() as object, 'voice_id') as string
    const id = await idOf('higgs2p5', clip(1))
    expect(id).toMatch(/^[0-9a-f]{32}$/)
    expect(await idOf('higgs2p5', clip(1))).toBe(id)
    const others = [await idOf('higgs2p5', clip(2)), await idOf('chatterbox', clip(1)), await idOf('qwen3-tts', clip(1))]
    expect(new Set([id, ...others]).size).toBe(4)
  })

  it('speaks with an uploaded voice, and the same clip is the same voice however it is sent', async () => {
    const { form } = await askPractice()
    const { voice_id: id } = await (await form(upload, {
      model: 'higgs2p5',
      voice_reference_file: clip(1, 300),
    })).json() as { voice_id: string }
    const spoken = await form(generate, { model: 'higgs2p5', text, voice_id: id })
    const withFile = await form(generate, { model: 'higgs2p5', text, voice_reference_file: clip(1, 300) })
    expect([spoken.status, withFile.status]).toEqual([200, 200])
    const [a, b] = [await bytesOf(spoken), await bytesOf(withFile)]
    expect(Math.abs(a.length - b.length) / a.length).toBeLessThan(0.1)
  })

  it('a voice belongs to its model: another model or a new service does not find it', async () => {
    const { form, practice } = await askPractice()
    const { voice_id: id } = await (await form(upload, { model: 'higgs2p5', voice_reference_file: clip() })).json() as { voice_id: string }
    const elsewhere = await form(generate, { model: 'chatterbox', text, voice_id: id })
    expect([elsewhere.status, await detailOf(elsewhere)]).toEqual([404, 'Voice not found'])
    expect(practice.ledger().map(work => work.kind)).toEqual(['upload'])
    const restarted = await askPractice()
    expect((await restarted.form(generate, { model: 'higgs2p5', text, voice_id: id })).status).toBe(404)
  })

  it('chatterbox accepts no clip of more than 30 seconds, in any container', async () => {
    const { form } = await askPractice()
    const ffmpeg = await needFfmpeg()
    const { stdout: long } = await ffmpeg.run(['-f', 'lavfi', '-i', 'sine=220:d=31', '-f', 'ogg', '-c:a', 'libopus', 'pipe:1'])
    for (const [path, name] of [[generate, 'audio_prompt_file'], [upload, 'voice_reference_file']] as const) {
      const response = await form(path, { model: 'chatterbox', text, [name]: blob(long) })
      expect(response.status).toBe(400)
      expect(await detailOf(response)).toMatch(new RegExp(`^${name}: Audio is 31`))
    }
    expect((await form(upload, { model: 'higgs2p5', voice_reference_file: blob(long) })).status).toBe(200)
  })
})
