/** Transcription models (service document 2e). */
import type { Model } from '#contract/models.ts'
import { choices, documented, field, model, observed } from './field.ts'
import { byCode, whisperLanguages } from './languages.ts'

const documentedSounds = ['audio/mpeg', 'audio/wav', 'audio/mp4', 'audio/ogg', 'audio/webm']
/** Types that the service document does not list are converted to WAV before they are sent. */
const convertedSounds = ['audio/flac', 'audio/aac', 'audio/aiff', 'audio/x-caf', 'audio/basic', 'audio/amr', 'audio/x-matroska']
const films = [
  'video/mp4',
  'video/quicktime',
  'video/webm',
  'video/x-matroska',
  'video/x-msvideo',
  'video/ogg',
  'video/mp2t',
  'video/mpeg',
  'video/x-flv',
]
const file = field(
  'file',
  'file',
  'source',
  'The audio to transcribe. MP3, WAV, M4A, OGG and WebM are sent as they are. For other audio and for video, the audio is extracted first.',
  {
    isRequired: true,
    accepts: [...documentedSounds, ...convertedSounds, ...films],
  },
)

export const transcribeModels: readonly Model[] = [
  model('whisper_v3_turbo', {
    kind: 'transcribe',
    label: 'Whisper v3 Turbo',
    summary: 'Transcribes speech in 99 languages.',
    encoding: 'multipart',
    evidence: `${documented} 2e; language codes from the open model's source`,
    fields: [
      file,
      field('language', 'choice', 'main', 'The spoken language.', { choices: byCode(whisperLanguages), default: 'en' }),
      field('response_format', 'choice', 'output', 'JSON with details, or plain text.', { choices: choices('json', 'text') }),
    ],
  }),
  model('higgs_asr_3', {
    kind: 'transcribe',
    label: 'Higgs ASR 3',
    summary: 'Transcribes speech, or translates it.',
    encoding: 'multipart',
    evidence: `${observed}; not in the service document`,
    fields: [
      file,
      field('language', 'choice', 'main', 'The spoken language, or the language to translate into.', {
        choices: choices(...whisperLanguages.map(({ name }) => name)),
      }),
      field('task', 'choice', 'main', 'asr transcribes the speech, ast translates it.', {
        choices: [{ value: 'asr', label: 'Transcribe' }, { value: 'ast', label: 'Translate' }],
      }),
    ],
  }),
]
