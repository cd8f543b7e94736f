/**
 * What each model accepts, as data, written from the service document independently of the studio's own model catalogue.
 * Tests compare the two, so neither may import the other.
 */
import type { FileKind } from './request/file-kinds.ts'
import type { Submission } from './request/http-body.ts'
import { audioKinds, pictureKinds } from './request/file-kinds.ts'
import { chatterboxLanguages, qwenLanguages, whisperLanguages } from './request/languages.ts'

export type Kind = 'chat' | 'image' | 'edit' | 'video' | 'transcription' | 'speech' | 'upload'

/** How each kind is sent (service document 1, 2 and 3). An edit without an upload may be either: the document says nothing of it. */
export const formsOf: Readonly<Record<Kind, readonly [Submission['encoding'], ...Submission['encoding'][]]>> = {
  chat: ['json'],
  image: ['json'],
  edit: ['multipart', 'json'],
  video: ['multipart'],
  transcription: ['multipart'],
  speech: ['multipart'],
  upload: ['multipart'],
}

export type Rule = { readonly required?: true, readonly nullable?: true } & (
  | { readonly type: 'text', readonly oneOf?: readonly string[] }
  /** An http(s) address or a data: URL. */
  | { readonly type: 'address' }
  | { readonly type: 'number' | 'integer', readonly min?: number, readonly max?: number, readonly above?: number }
  | { readonly type: 'boolean' }
  /** A JSON object, or (in a form) a string that contains one. */
  | { readonly type: 'object', readonly inside: Parameters }
  | { readonly type: 'messages' }
  | { readonly type: 'file', readonly kinds: readonly FileKind[], readonly most?: number, readonly maxSeconds?: number }
)

export type Parameters = Readonly<Record<string, Rule>>

export interface ModelRules {
  readonly kind: Kind
  readonly parameters: Parameters
  /** Of each of these groups at least one parameter is required. */
  readonly needsOneOf?: readonly (readonly string[])[]
  /** The first parameter cannot be combined with any of the others. */
  readonly excludes?: readonly (readonly [string, ...string[]])[]
  /** Chat only: the types of message parts that the model accepts besides text. */
  readonly sees?: readonly string[]
  /** Parameters outside the model's own section: neither checked nor reported as ignored. */
  readonly alsoKnown?: readonly string[]
}

const text = { type: 'text' } as const
const requiredText = { type: 'text', required: true } as const
const number = { type: 'number' } as const
const fraction = { type: 'number', min: 0, max: 1 } as const
const positive = { type: 'number', above: 0 } as const
const notNegative = { type: 'number', min: 0 } as const
const count = { type: 'integer', min: 1 } as const
/** The service document declares steps as numbers, not as integers. */
const steps = { type: 'number', min: 1 } as const
const boolean = { type: 'boolean' } as const
const seed = { type: 'integer', nullable: true } as const
const address = { type: 'address' } as const
const pixels = { type: 'integer', min: 512, max: 2048 } as const
const voiceSettings = { type: 'object', inside: { speed: positive } } as const
const sampling = { type: 'object', inside: { temperature: notNegative, top_p: fraction, top_k: { type: 'integer', min: 0 } } } as const

/** Listed for every kind of work on the shared path, "depending on model support" (service document 2). */
const anyGenerate = ['size', 'frame_num', 's3_output_path', 'voice_settings', 'sampling', 'seed', 'prompt', 'stream']

const chat: ModelRules = {
  kind: 'chat',
  parameters: {
    messages: { type: 'messages', required: true },
    temperature: { type: 'number', min: 0, max: 2 },
    max_tokens: count,
    top_p: fraction,
    top_k: { type: 'integer', min: 0, max: 100 },
    min_p: fraction,
    repetition_penalty: { type: 'number', min: 0, max: 100 },
    reasoning_effort: { type: 'text', oneOf: ['none', 'minimal', 'low', 'medium', 'high', 'xhigh'] },
    separate_reasoning: boolean,
    chat_template_kwargs: { type: 'object', inside: { thinking: boolean, enable_thinking: boolean } },
    stream: boolean,
  },
  alsoKnown: [
    'stop',
    'response_format',
    'tools',
    'tool_choice',
    'stream_options',
    'skip_special_tokens',
    'seed',
    'n',
    'user',
    'max_completion_tokens',
    'presence_penalty',
    'frequency_penalty',
  ],
}

const visionChat: ModelRules = { ...chat, sees: ['image_url', 'video_url'] }

/** Service document 2a, parameters of both modes. */
const picture: Parameters = {
  prompt: requiredText,
  mode: { type: 'text', oneOf: ['text-to-image', 'image-editing'] },
  seed,
  guidance_scale: notNegative,
  num_inference_steps: steps,
  binary_response: boolean,
  output_format: { type: 'text', oneOf: ['jpg', 'png'] },
  negative_prompt: text,
  s3_output_path: text,
  true_cfg_scale: notNegative,
  sample_steps: steps,
  sample_guide_scale: notNegative,
  lora_strength: number,
  rank: notNegative,
  offloading: boolean,
  weight: { type: 'text', oneOf: ['lightning', 'vanilla'] },
  downsizing_mp: positive,
  size: text,
}

const textToImage: ModelRules = {
  kind: 'image',
  parameters: { ...picture, real_time: boolean, width: pixels, height: pixels },
  alsoKnown: anyGenerate,
}

function editing(mostImages: number): ModelRules {
  return {
    kind: 'edit',
    parameters: {
      ...picture,
      image_file: { type: 'file', kinds: pictureKinds },
      image: { type: 'file', kinds: pictureKinds },
      images: { type: 'file', kinds: pictureKinds, most: mostImages },
      image_path: text,
      image_url: address,
    },
    needsOneOf: [['image_file', 'image', 'images', 'image_path', 'image_url']],
    alsoKnown: anyGenerate,
  }
}

const imageToVideo: ModelRules = {
  kind: 'video',
  parameters: {
    prompt: requiredText,
    image: { type: 'file', kinds: pictureKinds },
    image_url: address,
    infer_steps: { type: 'integer', min: 1, max: 20 },
    seed,
    frame_num: { type: 'integer', min: 1 },
    size: text,
    s3_output_path: text,
  },
  needsOneOf: [['image', 'image_url']],
  alsoKnown: anyGenerate,
}

const whisper: ModelRules = {
  kind: 'transcription',
  parameters: {
    file: { type: 'file', kinds: audioKinds, required: true },
    // Cantonese came with the large-v3 family that this model belongs to; the list of 99 lacks it.
    language: { type: 'text', oneOf: [...whisperLanguages.keys(), 'yue'] },
    response_format: { type: 'text', oneOf: ['json', 'text'] },
  },
  alsoKnown: anyGenerate,
}

const higgsAsr: ModelRules = {
  kind: 'transcription',
  parameters: {
    file: { type: 'file', kinds: audioKinds, required: true },
    language: { type: 'text', oneOf: [...whisperLanguages.values()] },
    task: { type: 'text', oneOf: ['asr', 'ast'] },
  },
  alsoKnown: anyGenerate,
}

const higgs: ModelRules = {
  kind: 'speech',
  parameters: {
    text: requiredText,
    voice: text,
    voice_reference_file: { type: 'file', kinds: ['wav', 'mp3'] },
    voice_id: text,
    voice_url: address,
    voice_name: text,
    voice_settings: voiceSettings,
    sampling,
    stream: boolean,
  },
  alsoKnown: anyGenerate,
}

const chatterbox: ModelRules = {
  kind: 'speech',
  parameters: {
    text: requiredText,
    language_id: { type: 'text', oneOf: chatterboxLanguages },
    audio_prompt_file: { type: 'file', kinds: ['wav', 'mp3', 'm4a', 'ogg'], maxSeconds: 30 },
    voice_id: text,
    preset_url: address,
    exaggeration: notNegative,
    temperature: notNegative,
    diffusion_steps: steps,
    max_tokens: count,
    top_p: fraction,
    min_p: fraction,
    repetition_penalty: notNegative,
    seed,
    stream: boolean,
  },
  alsoKnown: anyGenerate,
}

const qwenSpeech: ModelRules = {
  kind: 'speech',
  parameters: {
    text: requiredText,
    voice: { type: 'text', oneOf: ['Vivian', 'Serena', 'Uncle_Fu', 'Dylan', 'Eric', 'Ryan', 'Aiden', 'Ono_Anna', 'Sohee'] },
    voice_id: text,
    voice_url: address,
    voice_settings: voiceSettings,
    language: { type: 'text', oneOf: qwenLanguages },
    instructions: text,
    response_format: { type: 'text', oneOf: ['wav', 'pcm', 'mp3', 'flac', 'aac', 'opus'] },
    stream: boolean,
  },
  excludes: [['voice', 'voice_id', 'voice_url']],
  alsoKnown: anyGenerate,
}

const chatModels = [
  'gpt-oss-120b',
  'kimi-k2-5',
  'minimax-m2-5',
  'glm5',
  'llama31-8b',
  'deepseek-v31',
  'deepseek-v31-terminus',
  'dpsk-3-2',
  'qwen3-8b-fp8',
  'qwen3-30b-fp8',
  'qwen3-235b-thinking',
  'qwen3-235b-a22b-thinking-2507-fp8',
  'qwen3-next-80b-a3b-thinking',
  'qwen3-coder-480b',
  'qwen3-5-397b',
]
const visionModels = ['qwen3-vl-30b-instruct', 'qwen3-vl-30b-thinking', 'qwen3-8b-vl', 'qwen3-32b-vl']

/** Every model by id. A model with two kinds of work has two sets of rules. */
export const models: ReadonlyMap<string, readonly [ModelRules, ...ModelRules[]]> = new Map<string, [ModelRules, ...ModelRules[]]>([
  ...chatModels.map((id): [string, [ModelRules]] => [id, [chat]]),
  ...visionModels.map((id): [string, [ModelRules]] => [id, [visionChat]]),
  ['eigen-image', [textToImage, editing(1)]],
  ['qwen-image-edit-2511', [editing(9)]],
  ['flux-1-kontext', [editing(1)]],
  ['wan2p2-i2v-14b-turbo', [imageToVideo]],
  ['whisper_v3_turbo', [whisper]],
  ['higgs_asr_3', [higgsAsr]],
  ['higgs2p5', [higgs]],
  ['chatterbox', [chatterbox]],
  ['qwen3-tts', [qwenSpeech]],
])

function upload(maxSeconds?: number): ModelRules {
  return {
    kind: 'upload',
    parameters: {
      voice_reference_file: { type: 'file', kinds: audioKinds, required: true, ...(maxSeconds === undefined ? {} : { maxSeconds }) },
    },
    alsoKnown: ['voice_name'],
  }
}

/** The models that accept voice reference clips (service document 3). */
export const uploads: ReadonlyMap<string, ModelRules> = new Map([
  ['higgs2p5', upload()],
  ['chatterbox', upload(30)],
  ['qwen3-tts', upload()],
])
