/** Makes the sound of a speech request: chooses the speaker, speaks, and encodes the requested format. */
import type { Ffmpeg } from '../media/ffmpeg/ffmpeg.ts'
import type { Accepted, PracticeContext, WorkRequest } from './context.ts'
import { bytesInput } from '../media/ffmpeg/ffmpeg-input.ts'
import { pipe } from './drawing/convert.ts'
import { misspoken } from './misspoken.ts'
import { guessLanguage, languageCode } from './request/languages.ts'
import { filesOf, insideOf, numberOf, textOf } from './request/validate.ts'
import { hashOf } from './seed.ts'
import { markFor } from './voice/mark.ts'
import { characterOf, speechRate } from './voice/voice.ts'
import { encodeWav, pcmBytes } from './voice/wav.ts'

export type SpeechFormat = 'wav' | 'pcm' | 'mp3' | 'flac' | 'aac' | 'opus'

export interface Speech {
  readonly text: string
  readonly samples: Int16Array
  readonly seconds: number
}

/** The name, id or clip hash of the speaker. Throws Refusal 404 for a voice_id that this model does not have. */
export function speakerOf(context: PracticeContext, { model, checked }: WorkRequest): string {
  const voiceId = textOf(checked, 'voice_id')
  if (voiceId !== undefined)
    return context.registrations.clipHashOf(model, voiceId)
  const [clip] = filesOf(checked, 'voice_reference_file', 'audio_prompt_file')
  if (clip)
    return hashOf(clip.bytes)
  const named = ['voice_url', 'preset_url', 'voice_name', 'voice'].map(name => textOf(checked, name)).find(name => name !== undefined)
  return named ?? `the usual voice of ${model}`
}

export async function speak(context: PracticeContext, request: WorkRequest, work: Accepted, speaker: string): Promise<Speech> {
  const { checked } = request
  const text = misspoken(textOf(checked, 'text') ?? '', context.faults.take('misspeak', request))
  const said = textOf(checked, 'language_id') ?? textOf(checked, 'language')
  const exaggeration = numberOf(checked, 'exaggeration') ?? 0.5
  const speed = insideOf(checked, 'voice_settings', 'speed')
  const pace = (typeof speed === 'number' ? Math.min(4, Math.max(0.25, speed)) : 1) * (0.95 + 0.1 * Math.min(2, exaggeration))
  const drift = context.faults.take('drift', request)
  const usual = characterOf(speaker, `${work.seed} ${textOf(checked, 'instructions') ?? ''}`, {
    pace,
    liveliness: Math.min(1, exaggeration),
  })
  const character = { ...usual, ...drift?.character }
  const spoken = await context.voice.speak({ text, language: languageCode(said) ?? guessLanguage(text), character }, context.signal)
  const samples = drift?.gainDb === undefined ? spoken : louder(spoken, drift.gainDb)
  return { text, samples, seconds: samples.length / speechRate }
}

function louder(samples: Int16Array, decibels: number): Int16Array {
  const gain = 10 ** (decibels / 20)
  return samples.map(sample => Math.max(-32_768, Math.min(32_767, Math.round(sample * gain))))
}

const compressed: Readonly<Record<Exclude<SpeechFormat, 'wav' | 'pcm'>, { readonly type: string, readonly args: readonly string[] }>> = {
  mp3: { type: 'audio/mpeg', args: ['-c:a', 'libmp3lame', '-b:a', '96k', '-f', 'mp3'] },
  flac: { type: 'audio/flac', args: ['-c:a', 'flac', '-f', 'flac'] },
  aac: { type: 'audio/aac', args: ['-c:a', 'aac', '-b:a', '96k', '-f', 'adts'] },
  opus: { type: 'audio/ogg', args: ['-c:a', 'libopus', '-b:a', '48k', '-f', 'ogg'] },
}

export async function encodeSpeech(
  { text, samples, seconds }: Speech,
  format: SpeechFormat,
  need: () => Promise<Ffmpeg>,
  signal: AbortSignal,
): Promise<{ type: string, bytes: Buffer }> {
  if (format === 'pcm')
    return { type: 'audio/pcm', bytes: pcmBytes(samples) }
  const wav = encodeWav({ sampleRate: speechRate, samples }, markFor(text, seconds))
  if (format === 'wav')
    return { type: 'audio/wav', bytes: wav }
  const { type, args } = compressed[format]
  const comment = ['-metadata', `comment=${markFor(text, seconds)}`]
  const whole = [...bytesInput(wav), '-fflags', '+bitexact', '-flags:a', '+bitexact', ...comment, ...args, 'pipe:1']
  return { type, bytes: await pipe(await need(), whole, wav, signal) }
}
