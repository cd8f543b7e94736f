/** The catalogue against the service document and against the practice service's independent parameter tables. */
import { expect, it } from 'vitest'
import { Model } from '#contract/models.ts'
import { models as practiceModels } from '../../../../src-main/practice/parameters.ts'
import { builtInModels } from '../../../../src-main/service/catalogue/index.ts'
import { chatterboxLanguages, qwenLanguages, whisperLanguages } from '../../../../src-main/service/catalogue/languages.ts'

const namesOf = (id: string): string[] => builtInModels.find(model => model.id === id)?.fields.map(field => field.name).sort() ?? []

it('matches the contract, with each id once', () => {
  for (const model of builtInModels)
    expect(Model.parse(model)).toEqual(model)
  expect(new Set(builtInModels.map(model => model.id)).size).toBe(builtInModels.length)
})

// Service document 1 and 2; `messages` is the conversation and no field, `mode` is set by the request itself.
const documented: Record<string, string> = {
  'gpt-oss-120b': 'temperature max_tokens top_p top_k min_p repetition_penalty reasoning_effort separate_reasoning chat_template_kwargs.thinking chat_template_kwargs.enable_thinking stream',
  'whisper_v3_turbo': 'file language response_format',
  'higgs2p5': 'text voice voice_reference_file voice_id voice_url voice_name voice_settings.speed sampling.temperature sampling.top_p sampling.top_k stream',
  'chatterbox': 'text language_id audio_prompt_file voice_id preset_url exaggeration temperature diffusion_steps max_tokens top_p min_p repetition_penalty seed stream',
  'qwen3-tts': 'text voice voice_id voice_url voice_settings.speed language instructions response_format stream',
}

it.each(Object.entries(documented))('%s has every documented parameter and no other', (id, names) => {
  expect(namesOf(id)).toEqual(names.split(' ').sort())
})

it('has every parameter of images and video', () => {
  const pictures = new Set(['eigen-image', 'qwen-image-edit-2511', 'flux-1-kontext'].flatMap(namesOf))
  for (const name of 'prompt seed real_time width height guidance_scale image_file image image_path num_inference_steps binary_response output_format downsizing_mp lora_strength rank offloading weight true_cfg_scale sample_steps sample_guide_scale negative_prompt s3_output_path size'.split(' '))
    expect(pictures).toContain(name)
  for (const name of 'prompt image image_url infer_steps seed frame_num size s3_output_path'.split(' '))
    expect(namesOf('wan2p2-i2v-14b-turbo')).toContain(name)
})

it('shows the documented defaults and bounds', () => {
  const facts = Object.fromEntries(builtInModels.flatMap(model =>
    model.fields.map(field => [`${model.id} ${field.name}`, [field.default, field.min, field.max]])))
  expect(facts).toMatchObject({
    'eigen-image width': [1024, 512, 2048],
    'eigen-image height': [1024, 512, 2048],
    'eigen-image guidance_scale': [1, 0, null],
    'flux-1-kontext num_inference_steps': [30, 1, null],
    'flux-1-kontext lora_strength': [0.8, null, null],
    'flux-1-kontext rank': [32, 0, null],
    'wan2p2-i2v-14b-turbo infer_steps': [5, 1, 20],
    'higgs2p5 sampling.top_k': [50, 0, null],
    'higgs2p5 sampling.top_p': [0.95, 0, 1],
    'chatterbox exaggeration': [0.5, 0, null],
    'chatterbox temperature': [0.8, 0, null],
    'chatterbox diffusion_steps': [5, 1, null],
    'chatterbox max_tokens': [3000, 1, null],
    'chatterbox min_p': [0.05, 0, 1],
    'chatterbox repetition_penalty': [1.2, 0, null],
    'gpt-oss-120b temperature': [1, 0, 2],
    'gpt-oss-120b top_k': [null, 0, 100],
    'gpt-oss-120b repetition_penalty': [null, 0, 100],
  })
})

it('knows 99, 23 and 10 languages, and nine speakers', () => {
  expect(new Set(whisperLanguages.map(({ code }) => code)).size).toBe(99)
  expect(new Set(chatterboxLanguages.map(({ code }) => code)).size).toBe(23)
  expect(qwenLanguages).toHaveLength(11)
  expect(whisperLanguages).toContainEqual({ code: 'ht', name: 'Haitian Creole' })
  expect(builtInModels.find(model => model.id === 'qwen3-tts')?.presets.map(({ name }) => name)).toEqual([
    'Vivian',
    'Serena',
    'Uncle_Fu',
    'Dylan',
    'Eric',
    'Ryan',
    'Aiden',
    'Ono_Anna',
    'Sohee',
  ])
})

it('agrees with the practice service: the same models, and no unknown parameters on either side', () => {
  expect(builtInModels.map(model => model.id as string).sort()).toEqual([...practiceModels.keys()].sort())
  for (const model of builtInModels) {
    const known = new Set(practiceModels.get(model.id)?.flatMap(rules => [...Object.keys(rules.parameters), ...rules.alsoKnown ?? []]))
    expect([...new Set(model.fields.map(field => field.name.split('.')[0]))].filter(name => !known.has(name ?? '')), model.id).toEqual([])
  }
})

it('refers only to existing fields', () => {
  for (const model of builtInModels) {
    const names = new Set(model.fields.map(field => field.name))
    for (const name of [...model.oneOf.flat(), ...model.fields.flatMap(field => field.excludes)])
      expect(names, `${model.id} ${name}`).toContain(name)
    for (const { presets, fields } of [model]) {
      expect(
        fields.find(field => field.name === 'voice')?.choices?.map(choice => choice.value) ?? presets.map(preset => preset.name),
      ).toEqual(presets.map(preset => preset.name))
    }
  }
})

it('marks exactly the vision models as such', () => {
  const seeing = builtInModels.filter(model => model.seesPictures).map(model => model.id)
  expect(seeing).toEqual(['qwen3-vl-30b-instruct', 'qwen3-vl-30b-thinking', 'qwen3-8b-vl', 'qwen3-32b-vl'])
})
