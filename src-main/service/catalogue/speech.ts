/** The speech models (service document 2f), with their voices. */
import type { Field, Model } from '#contract/models.ts'
import { choices, documented, field, model, observed } from './field.ts'
import { byCode, chatterboxLanguages, qwenLanguages } from './languages.ts'

const wavOrMp3 = ['audio/wav', 'audio/mpeg']

const text = field('text', 'text', 'main', 'The text to speak.', { isRequired: true })
const voiceId = field('voice_id', 'line', 'voice', 'The ID that this account and model gave to an uploaded voice clip.')
const speed = field('voice_settings.speed', 'number', 'style', 'Speaking speed. 1 is normal.', { min: 0.1, step: 0.05, default: 1 })
const stream = field('stream', 'yes-no', 'output', 'Streams the audio while it is generated.', { default: false })

const higgs2p5 = model('higgs2p5', {
  kind: 'speech',
  label: 'Higgs 2.5',
  summary: 'Expressive speech with preset voices or voices cloned from a short clip.',
  encoding: 'multipart',
  canStream: true,
  registersVoices: true,
  evidence: `${documented} 2f; preset names from the service's own pages, the full list is not public`,
  presets: [
    { name: 'Linda', description: 'A preset voice of the model.', language: '' },
    { name: 'Jack', description: 'A preset voice of the model.', language: '' },
  ],
  fields: [
    text,
    field('voice', 'line', 'voice', 'The name of a preset voice.'),
    field('voice_reference_file', 'file', 'voice', 'The voice clip to clone. Best: 5 to 15 seconds of one clean speaker.', {
      accepts: wavOrMp3,
    }),
    voiceId,
    field('voice_url', 'address', 'voice', 'The URL of a voice clip. The service downloads it.'),
    field('voice_name', 'line', 'voice', 'The name of a voice saved in the service\'s voice library.'),
    speed,
    field('sampling.temperature', 'number', 'sampling', 'Higher is more lively and less predictable.', { min: 0, step: 0.05, default: 1 }),
    field('sampling.top_p', 'number', 'sampling', 'Nucleus sampling: keeps the most likely tokens up to this total probability.', {
      min: 0,
      max: 1,
      step: 0.01,
      default: 0.95,
    }),
    field('sampling.top_k', 'integer', 'sampling', 'Keeps only this many of the most likely tokens.', { min: 0, step: 1, default: 50 }),
    stream,
  ],
})

const chatterbox = model('chatterbox', {
  kind: 'speech',
  label: 'Chatterbox',
  summary: 'Speech in 23 languages with adjustable emotion and voice cloning.',
  encoding: 'multipart',
  canStream: true,
  registersVoices: true,
  evidence: `${documented} 2f; languages from the open model's source`,
  fields: [
    { ...text, maxCharacters: { count: 1000, isAdvice: true } },
    field('language_id', 'choice', 'main', 'The language of the text.', { choices: byCode(chatterboxLanguages), default: 'en' }),
    field(
      'audio_prompt_file',
      'file',
      'voice',
      'The voice clip to clone, in the language of the text. The first 6 to 10 seconds matter most.',
      {
        accepts: ['audio/wav', 'audio/mpeg', 'audio/mp4', 'audio/ogg'],
        maxClipSeconds: 30,
      },
    ),
    voiceId,
    field('preset_url', 'address', 'voice', 'The URL of a preset voice clip. The service downloads it.'),
    field(
      'exaggeration',
      'number',
      'style',
      'Emotion: 0 is subtle, 0.5 balanced, 1 and above very lively. High values also speed up the voice.',
      {
        min: 0,
        step: 0.05,
        default: 0.5,
      },
    ),
    field('temperature', 'number', 'sampling', 'Higher is more lively and less predictable.', { min: 0, step: 0.05, default: 0.8 }),
    field('diffusion_steps', 'number', 'sampling', 'More steps sound better but take longer.', { min: 1, step: 1, default: 5 }),
    field('max_tokens', 'integer', 'sampling', 'Maximum length of the speech, in tokens.', { min: 1, step: 100, default: 3000 }),
    field('top_p', 'number', 'sampling', 'Nucleus sampling: keeps the most likely tokens up to this total probability.', {
      min: 0,
      max: 1,
      step: 0.01,
      default: 1,
    }),
    field('min_p', 'number', 'sampling', 'Ignores tokens less likely than this.', { min: 0, max: 1, step: 0.01, default: 0.05 }),
    field('repetition_penalty', 'number', 'sampling', 'Above 1 reduces repetition.', { min: 0, step: 0.05, default: 1.2 }),
    field('seed', 'integer', 'sampling', 'The same seed and request give the same result. Empty is random.', { step: 1 }),
    stream,
  ],
})

const qwenVoices: Model['presets'] = [
  { name: 'Vivian', description: 'Young woman, bright, a little edgy.', language: 'Chinese' },
  { name: 'Serena', description: 'Young woman, warm and gentle.', language: 'Chinese' },
  { name: 'Uncle_Fu', description: 'Older man, low and mellow.', language: 'Chinese' },
  { name: 'Dylan', description: 'Young man, clear and natural, from Beijing.', language: 'Chinese (Beijing)' },
  { name: 'Eric', description: 'Man, lively, slightly husky, from Chengdu.', language: 'Chinese (Sichuan)' },
  { name: 'Ryan', description: 'Man, energetic, with a strong rhythm.', language: 'English' },
  { name: 'Aiden', description: 'Man, sunny American with a clear middle range.', language: 'English' },
  { name: 'Ono_Anna', description: 'Woman, playful and light.', language: 'Japanese' },
  { name: 'Sohee', description: 'Woman, warm and emotional.', language: 'Korean' },
]

const cloningExcludesSpeaker: Pick<Field, 'excludes'> = { excludes: ['voice'] }

const qwen3Tts = model('qwen3-tts', {
  kind: 'speech',
  label: 'Qwen3 TTS',
  summary: 'Nine preset speakers in ten languages, with written directions and voice cloning.',
  encoding: 'multipart',
  canStream: true,
  registersVoices: true,
  evidence: `${documented} 2f; characters of the speakers from the open model's notes`,
  presets: qwenVoices,
  fields: [
    text,
    field('voice', 'choice', 'voice', 'A preset speaker. Each speaks every language, and its native one best.', {
      choices: qwenVoices.map(({ name, description }) => ({ value: name, label: `${name.replace('_', ' ')} — ${description}` })),
      excludes: ['voice_id', 'voice_url'],
    }),
    { ...voiceId, ...cloningExcludesSpeaker },
    field('voice_url', 'address', 'voice', 'The URL of the voice clip to clone. The service downloads it.', cloningExcludesSpeaker),
    field('language', 'choice', 'main', 'The language of the text.', { choices: choices(...qwenLanguages), default: 'Auto' }),
    field('instructions', 'text', 'style', 'How to say it: mood, pace, emphasis. Only for preset speakers; cloned voices ignore it.'),
    speed,
    field('response_format', 'choice', 'output', 'Audio file type.', {
      choices: choices('wav', 'pcm', 'mp3', 'flac', 'aac', 'opus'),
      default: 'wav',
    }),
    stream,
  ],
})

export const speechModels: readonly Model[] = [higgs2p5, chatterbox, qwen3Tts].map(entry => ({
  ...entry,
  evidence: `${entry.evidence}. ${observed} confirm the id.`,
}))
