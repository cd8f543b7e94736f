/** The tables of the service document, row by row: every parameter with its type, whether it is required, and its rules. */
import type { Parameter } from './document.ts'
import { address, choice, flag, number, picture, range, sound, table, text, whole } from './document.ts'

const required = { isRequired: true }
const modelId = { source: 'model', isRequired: true } as const
const chatModels = ['gpt-oss-120b', 'qwen3-vl-30b-instruct']
const drawing = ['eigen-image']
const pictures = ['eigen-image', 'qwen-image-edit-2511', 'flux-1-kontext']
const shots = ['wan2p2-i2v-14b-turbo']
const speed = { name: 'speed', type: 'number', default: 1, good: 1.5, bad: [-1] } as const

const chat = table('1', chatModels, [
  ['model', 'Model ID', text, modelId],
  ['messages', 'The conversation so far; which message types are taken depends on the model', {
    type: 'array',
    source: 'conversation',
    isRequired: true,
    good: [{ role: 'system', content: 'Be brief.' }, { role: 'user', content: 'Hello' }],
    bad: [[], 'hello', [{ role: 'wizard', content: 'Hi' }], [{ role: 'user' }]],
  }],
  ['temperature', '0 to 2; default 1; change this or top_p, not both', number, { ...range(0, 2), good: 1.5, default: 1 }],
  ['max_tokens', 'Most tokens generated', whole],
  ['top_p', 'Nucleus sampling; default 1', number, { good: 0.5, bad: [-0.1, 1.1, 'much'], default: 1 }],
  ['top_k', '0 to 100', whole, range(0, 100)],
  ['min_p', '0 to 1; tokens below it are left out', number, { ...range(0, 1), good: 0.5 }],
  ['repetition_penalty', '0 to 100; 1.0 is none, above penalises, below rewards', number, range(0, 100)],
  [
    'reasoning_effort',
    'For reasoning models; default medium',
    choice('none', 'minimal', 'low', 'medium', 'high', 'xhigh'),
    { default: 'medium' },
  ],
  ['separate_reasoning', 'Reasoning apart from the answer', flag],
  ['chat_template_kwargs.thinking', 'Asks for chain of thought', flag],
  ['chat_template_kwargs.enable_thinking', 'Thinking on or off; default true', flag, { default: true, good: false }],
  ['stream', 'Server-sent events; default false', flag, { default: false }],
])

const anyKind = table('2', shots, [
  [
    'model',
    'Required for every kind',
    text,
    { ...modelId, on: [...pictures, ...shots, 'whisper_v3_turbo', 'higgs_asr_3', 'higgs2p5', 'chatterbox', 'qwen3-tts'] },
  ],
  ['size', 'Requested output size, where the model supports it', text, { on: [...pictures, ...shots] }],
  ['frame_num', 'Frames to generate for video, where the model supports it', whole, { type: 'number', good: 25 }],
  ['s3_output_path', 'Output location override, where the model supports it', text, { on: [...pictures, ...shots] }],
  ['voice_settings', 'Object, where the model supports it', { type: 'object', members: [speed] }, { on: ['higgs2p5', 'qwen3-tts'] }],
  [
    'sampling',
    'Object or JSON string, where the model supports it',
    { type: 'object', members: [{ name: 'top_k', type: 'integer', default: 50, good: 40, bad: [-1, 1.5] }] },
    { on: ['higgs2p5'] },
  ],
])

const image = table('2a', pictures, [
  ['model', 'Model ID', text, modelId],
  ['prompt', 'Text prompt, or the edit instruction', text, required],
  [
    'mode',
    'text-to-image (default) or image-editing',
    choice('text-to-image', 'image-editing'),
    { source: 'mode', default: 'text-to-image' },
  ],
  ['seed', 'Random if absent', whole],
  ['real_time', 'Web search for current references; text-to-image only; default false', flag, { on: drawing, default: false }],
  ['width', 'Text-to-image only; 512 to 2048; default 1024', whole, { ...range(512, 2048), on: drawing, good: 640, default: 1024 }],
  ['height', 'Text-to-image only; 512 to 2048; default 1024', whole, { ...range(512, 2048), on: drawing, good: 640, default: 1024 }],
  ['guidance_scale', 'Classifier-free guidance; default 1.0', number, { default: 1 }],
  ['image_file', 'Source image upload', picture, { on: ['flux-1-kontext'] }],
  ['image', 'Other name of the source image in some request types', picture, { on: ['flux-1-kontext'] }],
  ['image_path', 'An https address or an internal path', text, { good: 'https://example.org/a.png' }],
  ['num_inference_steps', 'Default 30', number, { default: 30, good: 12.5 }],
  ['binary_response', 'Image bytes instead of JSON', flag],
  ['output_format', 'jpg or png', choice('jpg', 'png')],
  ['downsizing_mp', 'Downsamples large images for speed', number],
  ['lora_strength', 'Intensity of the applied adaptation; default 0.8', number, { default: 0.8 }],
  ['rank', 'Edit complexity and strength; default 32', number, { default: 32 }],
  ['offloading', 'CPU offloading', flag],
  ['weight', 'Editing profile', choice('lightning', 'vanilla')],
  ['true_cfg_scale', 'How strongly the prompt is applied', number],
  ['sample_steps', 'Sampling steps', number],
  ['sample_guide_scale', 'Sampling guidance scale', number],
  ['negative_prompt', 'What to avoid', text],
  ['s3_output_path', 'Bucket and key for the output image', text],
])

const video = table('2b', shots, [
  ['model', 'Video model ID', text, modelId],
  ['prompt', 'The desired motion', text, required],
  ['image', 'Source image upload; this or image_url is required', picture],
  ['image_url', 'Address of the source image; this or image is required', address],
  ['infer_steps', '1 to 20; default 5', whole, { ...range(1, 20), default: 5 }],
  ['seed', 'For reproducibility', whole],
])

const questions = (['2c', '2d'] as const).flatMap(endpoint => table(endpoint, shots, [
  ['jobId', 'The task_id of the submission', text, { source: 'question', isRequired: true }],
  ['model', 'The model of the submission', text, { source: 'question', isRequired: true }],
]))

const transcription = table('2e', ['whisper_v3_turbo'], [
  ['model', 'Must be whisper_v3_turbo', text, modelId],
  [
    'file',
    'MP3, WAV, M4A, OGG or WebM',
    sound,
    { isRequired: true, accepts: ['audio/mpeg', 'audio/wav', 'audio/mp4', 'audio/ogg', 'audio/webm'] },
  ],
  ['language', 'Spoken language code; 99 languages; default en', text, { default: 'en', choiceCount: 99, good: 'de', bad: ['Klingon', 7] }],
  ['response_format', 'json or text', choice('json', 'text')],
])

const higgs = table('2f higgs2p5', ['higgs2p5'], [
  ['model', 'Must be higgs2p5', text, modelId],
  ['text', 'Text to speak', text, required],
  ['voice', 'Voice preset name', text],
  ['voice_reference_file', 'Cloning audio: WAV, MP3', sound, { accepts: ['audio/wav', 'audio/mpeg'] }],
  ['voice_id', 'From voice upload', text, { good: { voice: 'uploaded' } }],
  ['voice_url', 'Address of a voice reference sample', address],
  ['voice_name', 'Name of a saved voice in the voice library', text],
  ['voice_settings', 'JSON string; speed, default 1.0', { type: 'object', members: [speed] }],
  ['sampling', 'JSON string; temperature default 1.0, top_p default 0.95, top_k default 50', { type: 'object', members: [
    { name: 'temperature', type: 'number', default: 1, good: 0.5, bad: [-1] },
    { name: 'top_p', type: 'number', default: 0.95, good: 0.5, bad: [-0.1, 1.1] },
    { name: 'top_k', type: 'integer', default: 50, good: 40, bad: [-1, 1.5] },
  ] }],
  ['stream', 'false is a WAV file (default), true is SSE', flag, { default: false }],
])

const chatterbox = table('2f chatterbox', ['chatterbox'], [
  ['model', 'Must be chatterbox', text, modelId],
  ['text', 'At most 1,000 characters recommended', text, { isRequired: true, adviceCharacters: 1000 }],
  ['language_id', 'Language code; 23 languages; default en', text, { default: 'en', choiceCount: 23, good: 'ja', bad: ['Klingon', 7] }],
  [
    'audio_prompt_file',
    'Cloning clip: WAV, MP3, M4A or OGG; at most 30 seconds',
    sound,
    { accepts: ['audio/wav', 'audio/mpeg', 'audio/mp4', 'audio/ogg'], maxSeconds: 30, bad: [{ file: 'words' }, { file: 'longClip' }] },
  ],
  ['voice_id', 'From voice upload', text, { good: { voice: 'uploaded' } }],
  ['preset_url', 'Address of a voice preset sample', address],
  ['exaggeration', '0.0 subtle, 0.5 balanced, 1.0 and above highly animated; default 0.5', number, { default: 0.5 }],
  ['temperature', 'Default 0.8', number, { default: 0.8 }],
  ['diffusion_steps', 'Higher is better and slower; default 5', number, { default: 5 }],
  ['max_tokens', 'Upper bound on generated tokens; default 3000', whole, { default: 3000, good: 500 }],
  ['top_p', 'Default 1.0', number, { default: 1, good: 0.5, bad: [1.1, 'much'] }],
  ['min_p', 'Default 0.05', number, { default: 0.05, good: 0.5, bad: [1.1, 'much'] }],
  ['repetition_penalty', 'Default 1.2', number, { default: 1.2 }],
  ['seed', 'null means random', whole],
  ['stream', 'false is a WAV file (default), true is SSE', flag, { default: false }],
])

const qwen = table('2f qwen3-tts', ['qwen3-tts'], [
  ['model', 'Must be qwen3-tts', text, modelId],
  ['text', 'Text to synthesize', text, required],
  [
    'voice',
    'Named speaker; not together with voice_id or voice_url',
    choice('Vivian', 'Serena', 'Uncle_Fu', 'Dylan', 'Eric', 'Ryan', 'Aiden', 'Ono_Anna', 'Sohee'),
  ],
  ['voice_id', 'Stored voice for cloning', text, { good: { voice: 'uploaded' } }],
  ['voice_url', 'Address of voice reference audio for cloning', address],
  ['voice_settings', 'JSON string; speed, default 1.0', { type: 'object', members: [speed] }],
  [
    'language',
    'Default Auto',
    choice('Auto', 'Chinese', 'English', 'French', 'German', 'Italian', 'Japanese', 'Korean', 'Portuguese', 'Russian', 'Spanish'),
    { default: 'Auto' },
  ],
  ['instructions', 'Style or emotion control', text],
  ['response_format', 'Default wav', choice('wav', 'pcm', 'mp3', 'flac', 'aac', 'opus'), { default: 'wav' }],
  ['stream', 'false is an audio file (default), true is SSE', flag, { default: false }],
])

const uploads = table('3', ['higgs2p5', 'chatterbox', 'qwen3-tts'], [
  ['model', 'higgs2p5, chatterbox or qwen3-tts', text, { source: 'upload', isRequired: true }],
  ['voice_reference_file', 'Short reference clip; WAV or MP3 recommended', sound, { source: 'upload', isRequired: true }],
])

export const parameters: readonly Parameter[] = [
  ...chat,
  ...anyKind,
  ...image,
  ...video,
  ...questions,
  ...transcription,
  ...higgs,
  ...chatterbox,
  ...qwen,
  ...uploads,
]
