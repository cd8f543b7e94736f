/** What the service document says besides its parameter tables: endpoints, limits, states, content parts, headers, answers. */
import type { Endpoint, EndpointId } from './document.ts'

export const endpoints: readonly Endpoint[] = [
  { id: '1', title: 'Chat completions', method: 'POST', path: '/api/v1/chat/completions', contentType: 'application/json' },
  { id: '2', title: 'Generate, any kind', method: 'POST', path: '/api/v1/generate', contentType: 'application/json' },
  { id: '2a', title: 'Text-to-image and image editing', method: 'POST', path: '/api/v1/generate', contentType: 'application/json' },
  { id: '2b', title: 'Video submission', method: 'POST', path: '/api/v1/generate', contentType: 'multipart/form-data' },
  { id: '2c', title: 'Video status', method: 'GET', path: '/api/v1/generate/status', contentType: null },
  { id: '2d', title: 'Video result', method: 'GET', path: '/api/v1/generate/result', contentType: null },
  { id: '2e', title: 'Audio transcription', method: 'POST', path: '/api/v1/generate', contentType: 'multipart/form-data' },
  { id: '2f higgs2p5', title: 'Text-to-speech, higgs2p5', method: 'POST', path: '/api/v1/generate', contentType: 'multipart/form-data' },
  {
    id: '2f chatterbox',
    title: 'Text-to-speech, chatterbox',
    method: 'POST',
    path: '/api/v1/generate',
    contentType: 'multipart/form-data',
  },
  { id: '2f qwen3-tts', title: 'Text-to-speech, qwen3-tts', method: 'POST', path: '/api/v1/generate', contentType: 'multipart/form-data' },
  { id: '3', title: 'Upload voice reference', method: 'POST', path: '/api/v1/generate/upload', contentType: 'multipart/form-data' },
  { id: '4', title: 'Audio streaming over WebSocket', method: 'WebSocket', path: '/api/v1/generate/ws', contentType: null },
]

/** The document's own table of limits; each must be in the parameter's row too. */
export const limits: readonly {
  readonly appliesTo: string
  readonly limit: string
  readonly endpoint: EndpointId
  readonly parameter: string
  readonly facts: Readonly<Record<string, number>>
}[] = [
  { appliesTo: 'Chat temperature', limit: '0 to 2', endpoint: '1', parameter: 'temperature', facts: { min: 0, max: 2 } },
  { appliesTo: 'Chat top_k', limit: '0 to 100', endpoint: '1', parameter: 'top_k', facts: { min: 0, max: 100 } },
  { appliesTo: 'Chat min_p', limit: '0 to 1', endpoint: '1', parameter: 'min_p', facts: { min: 0, max: 1 } },
  { appliesTo: 'Chat repetition_penalty', limit: '0 to 100', endpoint: '1', parameter: 'repetition_penalty', facts: { min: 0, max: 100 } },
  {
    appliesTo: 'Image width',
    limit: '512 to 2048, default 1024',
    endpoint: '2a',
    parameter: 'width',
    facts: { min: 512, max: 2048, default: 1024 },
  },
  {
    appliesTo: 'Image height',
    limit: '512 to 2048, default 1024',
    endpoint: '2a',
    parameter: 'height',
    facts: { min: 512, max: 2048, default: 1024 },
  },
  {
    appliesTo: 'Video infer_steps',
    limit: '1 to 20, default 5',
    endpoint: '2b',
    parameter: 'infer_steps',
    facts: { min: 1, max: 20, default: 5 },
  },
  {
    appliesTo: 'Chatterbox text',
    limit: '1,000 characters recommended',
    endpoint: '2f chatterbox',
    parameter: 'text',
    facts: { adviceCharacters: 1000 },
  },
  {
    appliesTo: 'Chatterbox audio_prompt_file',
    limit: 'maximum 30 seconds',
    endpoint: '2f chatterbox',
    parameter: 'audio_prompt_file',
    facts: { maxSeconds: 30 },
  },
  {
    appliesTo: 'Chatterbox max_tokens',
    limit: 'default 3000',
    endpoint: '2f chatterbox',
    parameter: 'max_tokens',
    facts: { default: 3000 },
  },
  { appliesTo: 'ASR language', limit: '99 languages', endpoint: '2e', parameter: 'language', facts: { choiceCount: 99 } },
  {
    appliesTo: 'Chatterbox language_id',
    limit: '23 languages',
    endpoint: '2f chatterbox',
    parameter: 'language_id',
    facts: { choiceCount: 23 },
  },
]

/** States of a video job, in the order in which a job that succeeds passes them. */
export const states = ['pending', 'processing', 'completed', 'failed'] as const

/** Members of the answer to a submission and to a status request. */
export const jobFields: readonly { readonly name: string, readonly means: string }[] = [
  { name: 'task_id', means: 'Identifier of the job; the jobId of later questions' },
  { name: 'task_status', means: 'In the answer to the submission: pending' },
  { name: 'status', means: 'In the status answer: one of the states' },
  { name: 'start_time', means: 'ISO 8601 UTC with milliseconds' },
  { name: 'end_time', means: 'ISO 8601 UTC with milliseconds' },
  { name: 'error', means: 'Message when failed, otherwise null' },
]

export const roles = ['system', 'user'] as const

export const contentParts: readonly { readonly type: 'text' | 'image_url' | 'video_url', readonly part: object }[] = [
  { type: 'text', part: { type: 'text', text: 'What is this?' } },
  { type: 'image_url', part: { type: 'image_url', image_url: { url: 'https://example.org/a.png' } } },
  { type: 'video_url', part: { type: 'video_url', video_url: { url: 'https://example.org/a.mp4' } } },
]

export const headers: readonly { readonly name: string, readonly value: string, readonly on: string }[] = [
  { name: 'Authorization', value: 'Bearer <API_KEY>', on: 'every endpoint' },
  { name: 'Content-Type', value: 'application/json', on: 'chat, and text-to-image without a file' },
  { name: 'Content-Type', value: 'multipart/form-data', on: 'editing with a file, video, transcription, speech, voice upload' },
]

export const combinations: readonly {
  readonly rule: string
  readonly model: string
  readonly refused: Readonly<Record<string, string>>
}[] = [
  { rule: 'image or image_url is required', model: 'wan2p2-i2v-14b-turbo', refused: { prompt: 'waves' } },
  { rule: 'voice cannot be combined with voice_id', model: 'qwen3-tts', refused: { text: 'Hi.', voice: 'Ryan', voice_id: 'a'.repeat(32) } },
  {
    rule: 'voice cannot be combined with voice_url',
    model: 'qwen3-tts',
    refused: { text: 'Hi.', voice: 'Ryan', voice_url: 'https://example.org/v.wav' },
  },
  { rule: 'editing needs a source image', model: 'flux-1-kontext', refused: { prompt: 'at night' } },
]

/** The answers, where the document shows them. */
export const answers: readonly { readonly of: EndpointId, readonly answer: string }[] = [
  { of: '2a', answer: 'JSON with image_base64 for some models' },
  { of: '2a', answer: 'image bytes when binary_response is true' },
  { of: '2b', answer: 'JSON with task_id and task_status' },
  { of: '2c', answer: 'JSON with task_id, status, start_time, end_time, error' },
  { of: '2d', answer: 'the MP4 as binary content' },
  { of: '2e', answer: 'json or text, as requested' },
  { of: '2f higgs2p5', answer: 'a WAV file' },
  { of: '2f higgs2p5', answer: 'server-sent events when stream is true' },
  { of: '3', answer: 'JSON with voice_id' },
]
