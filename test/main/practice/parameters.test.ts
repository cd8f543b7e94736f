/**
 * Tests the whole parameter table: each value below is added alone to a valid request.
 *
 * @module-tag wide
 */
import type { ModelRules } from '../../../src-main/practice/parameters.ts'
import type { Asking } from './asking.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { models, uploads } from '../../../src-main/practice/parameters.ts'
import { askPractice, blob, chatPath, clip, detailOf, generate, still } from './asking.ts'

type Value = unknown
interface Sample { readonly good: readonly Value[], readonly bad: readonly Value[] }

const anyText: Sample = { good: ['something'], bad: [7] }
const seeds: Sample = { good: [0, 12_345, null], bad: [1.5, 'abc'] }
const flags: Sample = { good: [true, false], bad: ['maybe', 7] }
const share: Sample = { good: [0, 0.5, 1], bad: [-0.1, 1.1, 'half'] }
const notBelowZero: Sample = { good: [0, 4.5], bad: [-1, 'much'] }
const counts: Sample = { good: [1, 3000], bad: [0, 1.5, 'many'] }
const addresses: Sample = { good: ['https://example.org/sample.wav'], bad: ['not an address', 7] }
const speeds: Sample = { good: [{ speed: 1.5 }, '{"speed": 0.8}'], bad: [{ speed: 0 }, { speed: 'fast' }, 'speed', 3] }
const samplings: Sample = {
  good: [{ temperature: 0.9, top_p: 0.95, top_k: 50 }, '{"top_k": 3}'],
  bad: [{ top_p: 2 }, { temperature: -1 }, { top_k: 1.5 }, 'hot'],
}
const speech = clip()
const noAudio = blob(Buffer.from('this is no audio at all'))
const voiceFile: Sample = { good: [speech], bad: [noAudio, blob(Buffer.alloc(0)), 'a word'] }
const pictureFile: Sample = { good: ['still'], bad: [noAudio, 'a word'] }
const edges: Sample = { good: [512, 1024, 2048], bad: [511, 2049, 1000.5] }

const chatSamples: Readonly<Record<string, Sample>> = {
  messages: {
    good: [[
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hello' },
      { role: 'user', content: [{ type: 'text', text: 'Go on' }] },
    ]],
    bad: [
      [],
      'hello',
      [{ role: 'wizard', content: 'Hi' }],
      [{ role: 'user' }],
      [{ role: 'user', content: [{ type: 'sound', text: 'x' }] }],
    ],
  },
  temperature: { good: [0, 1.3, 2], bad: [-0.1, 2.1] },
  max_tokens: counts,
  top_p: share,
  top_k: { good: [0, 100], bad: [-1, 101, 1.5] },
  min_p: share,
  repetition_penalty: { good: [0, 1.1, 100], bad: [-1, 100.5] },
  reasoning_effort: { good: ['none', 'minimal', 'low', 'medium', 'high', 'xhigh'], bad: ['huge', 3] },
  separate_reasoning: flags,
  chat_template_kwargs: { good: [{ thinking: true }, { enable_thinking: false }], bad: [{ thinking: 'maybe' }, 'on'] },
  stream: flags,
}

const pictureSamples: Readonly<Record<string, Sample>> = {
  prompt: { good: ['a hill'], bad: ['', '  ', 7] },
  mode: { good: [], bad: ['image-eating'] },
  seed: seeds,
  guidance_scale: notBelowZero,
  num_inference_steps: { good: [4, 30], bad: [0, 'many'] },
  binary_response: flags,
  output_format: { good: ['jpg', 'png'], bad: ['gif'] },
  negative_prompt: anyText,
  s3_output_path: anyText,
  true_cfg_scale: notBelowZero,
  sample_steps: { good: [1, 12.5], bad: [0, 'many'] },
  sample_guide_scale: notBelowZero,
  lora_strength: { good: [0.8, -1], bad: ['strong'] },
  rank: { good: [32], bad: [-1, 'high'] },
  offloading: flags,
  weight: { good: ['lightning', 'vanilla'], bad: ['heavy'] },
  downsizing_mp: { good: [0.5, 2], bad: [0, 'small'] },
  size: anyText,
}

const editSamples: Readonly<Record<string, Sample>> = {
  ...pictureSamples,
  mode: { good: ['image-editing'], bad: ['image-eating'] },
  image_file: pictureFile,
  image: pictureFile,
  images: pictureFile,
  image_path: { good: ['internal/path.png'], bad: [7] },
  image_url: addresses,
}

const samples: Readonly<Record<string, Readonly<Record<string, Sample>>>> = {
  'gpt-oss-120b chat': chatSamples,
  'eigen-image image': {
    ...pictureSamples,
    mode: { good: ['text-to-image'], bad: ['image-eating'] },
    real_time: flags,
    width: edges,
    height: edges,
  },
  'eigen-image edit': editSamples,
  'qwen-image-edit-2511 edit': editSamples,
  'flux-1-kontext edit': editSamples,
  'wan2p2-i2v-14b-turbo video': {
    prompt: pictureSamples.prompt ?? anyText,
    image: pictureFile,
    image_url: addresses,
    infer_steps: { good: [1, 20], bad: [0, 21, 2.5] },
    seed: seeds,
    frame_num: { good: [16], bad: [0] },
    size: anyText,
    s3_output_path: anyText,
  },
  'whisper_v3_turbo transcription': {
    file: voiceFile,
    language: { good: ['en', 'zh', 'yue', 'jw'], bad: ['English', 'xx'] },
    response_format: { good: ['json', 'text'], bad: ['srt'] },
  },
  'higgs_asr_3 transcription': {
    file: voiceFile,
    language: { good: ['English', 'Chinese'], bad: ['en', 'Klingon'] },
    task: { good: ['asr', 'ast'], bad: ['translate'] },
  },
  'higgs2p5 speech': {
    text: { good: ['Hello.'], bad: ['', 7] },
    voice: anyText,
    voice_reference_file: voiceFile,
    voice_id: { good: [], bad: ['0123456789abcdef0123456789abcdef'] },
    voice_url: addresses,
    voice_name: anyText,
    voice_settings: speeds,
    sampling: samplings,
    stream: flags,
  },
  'chatterbox speech': {
    text: { good: ['Hello.', 'x'.repeat(1001)], bad: ['', 7] },
    language_id: { good: ['en', 'zh', 'sw'], bad: ['xx', 'English'] },
    audio_prompt_file: { good: [clip(30)], bad: [clip(31), noAudio] },
    voice_id: { good: [], bad: ['0123456789abcdef0123456789abcdef'] },
    preset_url: addresses,
    exaggeration: { good: [0, 0.5, 1.5], bad: [-0.1] },
    temperature: notBelowZero,
    diffusion_steps: { good: [5], bad: [0] },
    max_tokens: counts,
    top_p: share,
    min_p: share,
    repetition_penalty: notBelowZero,
    seed: seeds,
    stream: flags,
  },
  'qwen3-tts speech': {
    text: { good: ['Hello.'], bad: ['', 7] },
    voice: { good: ['Vivian', 'Uncle_Fu', 'Ono_Anna'], bad: ['Linda'] },
    voice_id: { good: [], bad: ['0123456789abcdef0123456789abcdef'] },
    voice_url: addresses,
    voice_settings: speeds,
    language: { good: ['Auto', 'Chinese', 'Spanish'], bad: ['zh', 'Latin'] },
    instructions: anyText,
    response_format: { good: ['wav', 'pcm', 'mp3', 'flac', 'aac', 'opus'], bad: ['m4a'] },
    stream: flags,
  },
}

/** What a request needs besides the parameter under test. */
function baseFor(kind: string, parameter: string): Record<string, Value> {
  const picture = { prompt: 'a hill', width: 512, height: 512 }
  const bases: Record<string, Record<string, Value>> = {
    chat: { messages: [{ role: 'user', content: 'Hi' }] },
    image: picture,
    edit: { prompt: 'make it warm', mode: 'image-editing', ...(parameter.startsWith('image') ? {} : { image_url: 'inline still' }) },
    video: { prompt: 'zoom in', frame_num: 2, ...(parameter.startsWith('image') ? {} : { image_url: 'inline still' }) },
    transcription: { file: speech },
    speech: { text: 'Hi.' },
  }
  return bases[kind] ?? {}
}

describe('every parameter of every model', () => {
  const walked = [...models].flatMap(([model, sets]) =>
    sets.map(rules => ({ name: `${model} ${rules.kind}`, model, rules }))).filter(({ model, rules }) =>
    rules.kind !== 'chat' || model === 'gpt-oss-120b')
  let asking: Asking
  let picture: Blob
  let inlinePicture: string

  beforeAll(async () => {
    picture = await still()
    inlinePicture = `data:image/png;base64,${Buffer.from(await picture.arrayBuffer()).toString('base64')}`
  })

  async function sendValue(model: string, kind: string, name: string, value: Value): Promise<Response> {
    const all = Object.entries({ model, ...baseFor(kind, name), [name]: value }).map(([key, said]): [string, Value] =>
      [key, said === 'still' ? picture : said === 'inline still' ? inlinePicture : said])
    if (kind === 'chat')
      return asking.json(chatPath, Object.fromEntries(all))
    return asking[kind === 'image' ? 'json' : 'form'](generate, Object.fromEntries(all))
  }

  /** In a form a number is a text like any other. */
  const isTextThere = (rules: ModelRules, parameter: string, value: Value): boolean =>
    !['chat', 'image'].includes(rules.kind) && rules.parameters[parameter]?.type === 'text' && typeof value === 'number'

  it.each(walked)('$name: takes every good value and names the field of every bad one', async ({ name, model, rules }) => {
    asking = await askPractice({ maxBodyBytes: 8 << 20 })
    const own = samples[name] ?? {}
    expect(Object.keys(own).sort()).toEqual(Object.keys(rules.parameters).sort())
    for (const [parameter, { good, bad }] of Object.entries(own)) {
      for (const value of good) {
        const response = await sendValue(model, rules.kind, parameter, value)
        expect.soft(response.status, `${parameter} = ${String(value)}: ${response.ok ? '' : await response.clone().text()}`).toBe(200)
        await response.arrayBuffer()
      }
      const acceptedSoFar = asking.practice.ledger().length
      for (const value of bad.filter(each => !isTextThere(rules, parameter, each))) {
        const response = await sendValue(model, rules.kind, parameter, value)
        expect.soft(response.status, `${parameter} = ${String(value)}`).toBe(parameter === 'voice_id' ? 404 : 400)
        expect.soft(await detailOf(response), `${parameter} = ${String(value)}`).toContain(
          parameter === 'voice_id' ? 'Voice not found' : parameter,
        )
      }
      expect(asking.practice.ledger().length).toBe(acceptedSoFar)
    }
  })
})

describe('required and exclusive parameters', () => {
  it('refuses a request without a required parameter, with the name of what is missing', async () => {
    const { json, form, practice } = await askPractice()
    const missing: [Promise<Response>, string][] = [
      [json(chatPath, { model: 'gpt-oss-120b' }), 'messages: Field required'],
      [json(chatPath, { messages: [] }), 'model: Field required'],
      [json(generate, { model: 'eigen-image' }), 'prompt: Field required'],
      [form(generate, { model: 'eigen-image', mode: 'image-editing', prompt: 'warmer' }), 'image'],
      [form(generate, { model: 'wan2p2-i2v-14b-turbo', prompt: 'zoom' }), 'image or image_url'],
      [form(generate, { model: 'wan2p2-i2v-14b-turbo', image_url: 'https://example.org/a.png' }), 'prompt: Field required'],
      [form(generate, { model: 'whisper_v3_turbo' }), 'file: Field required'],
      [form(generate, { model: 'higgs2p5' }), 'text: Field required'],
      [form(generate, { model: 'chatterbox' }), 'text: Field required'],
      [form(generate, { model: 'qwen3-tts' }), 'text: Field required'],
      [form('/api/v1/generate/upload', { model: 'higgs2p5' }), 'voice_reference_file: Field required'],
      [form('/api/v1/generate/upload', { model: 'eigen-image', voice_reference_file: clip() }), 'model: '],
    ]
    for (const [asked, detail] of missing) {
      const response = await asked
      expect.soft(response.status).toBe(400)
      expect.soft(await detailOf(response)).toContain(detail)
    }
    expect(practice.ledger()).toEqual([])
  })

  it('qwen3-tts uses a named speaker or a clone, never both', async () => {
    const { form } = await askPractice()
    for (const clone of [{ voice_id: 'a'.repeat(32) }, { voice_url: 'https://example.org/v.wav' }]) {
      const response = await form(generate, { model: 'qwen3-tts', text: 'Hi.', voice: 'Ryan', ...clone })
      expect(response.status).toBe(400)
      expect(await detailOf(response)).toContain(`voice cannot be combined with ${Object.keys(clone)[0]}`)
    }
  })

  it('a second image is refused unless the model accepts nine', async () => {
    const { form } = await askPractice()
    const picture = await still()
    const many = (count: number) => Array.from<Blob>({ length: count }).fill(picture)
    expect((await form(generate, { model: 'eigen-image', mode: 'image-editing', prompt: 'warm', images: many(2) })).status).toBe(400)
    expect((await form(generate, { model: 'qwen-image-edit-2511', prompt: 'warm', images: many(9) })).status).toBe(200)
    expect((await form(generate, { model: 'qwen-image-edit-2511', prompt: 'warm', images: many(10) })).status).toBe(400)
  })

  it('an unknown parameter is accepted and recorded', async () => {
    const { form, practice } = await askPractice()
    expect((await form(generate, { model: 'higgs2p5', text: 'Hi.', loudness: 11 })).status).toBe(200)
    expect(practice.ledger()[0]?.ignored).toEqual(['loudness'])
  })

  it('lists every model it has rules for', async () => {
    const { ask } = await askPractice()
    const list: unknown = await (await ask('/api/v1/models')).json()
    expect(list).toMatchObject({ object: 'list' })
    const ids = (Reflect.get(list as object, 'data') as { id: string }[]).map(({ id }) => id)
    expect(ids).toEqual([...models.keys()])
    expect([...uploads.keys()].every(id => ids.includes(id))).toBe(true)
  })
})
