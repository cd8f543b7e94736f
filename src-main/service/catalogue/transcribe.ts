/** Transcription models (service document 2e). */
import type { Model } from '#contract/models.ts'
import { choices, documented, field, model, observed } from './field.ts'
import { byCode, whisperLanguages } from './languages.ts'

const documentedSounds = ['audio/mpeg', 'audio/wav', 'audio/mp4', 'audio/ogg', 'audio/webm']
/** Types that the service document does not list are converted to WAV before they are sent. */
const convertedSounds = ['audio/flac', 'audio/aac', 'audio/aiff', 'audio/x-caf', 'audio/basic', 'audio/amr', 'audio/x-matroska']
const films = ['video/mp4', 'video/quicktime', 'video/webm', 'video/x-matroska', 'video/x-msvideo', 'video/ogg', 'video/mp2t', 'video/mpeg', 'video/x-flv']
const file = field('file', 'file', 'source', 'The sound to write down. MP3, WAV, M4A, OGG and WebM are sent as they are; of other sounds and of films the sound is taken out first.', {
  isRequired: true,
  accepts: [...documentedSounds, ...convertedSounds, ...films],
})

export const transcribeModels: readonly Model[] = [
  model('whisper_v3_turbo', {
    kind: 'transcribe',
    label: 'Whisper v3 Turbo',
    summary: 'Writes down speech in 99 languages.',
    encoding: 'multipart',
    evidence: `${documented} 2e; language codes from the open model's source`,
    fields: [
      file,
      field('language', 'choice', 'main', 'The language that is spoken.', { choices: byCode(whisperLanguages), default: 'en' }),
      field('response_format', 'choice', 'output', 'With details as JSON, or the bare text.', { choices: choices('json', 'text') }),
    ],
  }),
  model('higgs_asr_3', {
    kind: 'transcribe',
    label: 'Higgs ASR 3',
    summary: 'Writes speech down, or translates it while it does.',
    encoding: 'multipart',
    evidence: `${observed}; not in the service document`,
    fields: [
      file,
      field('language', 'choice', 'main', 'The language that is spoken, or the one to translate into.', { choices: choices(...whisperLanguages.map(({ name }) => name)) }),
      field('task', 'choice', 'main', 'asr writes down what is said, ast translates it.', { choices: [{ value: 'asr', label: 'Write down' }, { value: 'ast', label: 'Translate' }] }),
    ],
  }),
]
