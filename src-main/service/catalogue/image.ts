/** Models that generate and edit images (service document 2a). */
import type { Field, Model } from '#contract/models.ts'
import { choices, documented, field, model, observed } from './field.ts'

const pictures = ['image/png', 'image/jpeg', 'image/webp']

const prompt = field('prompt', 'text', 'main', 'What the picture shows, or what is to change in the given one.', { isRequired: true })
const negativePrompt = field('negative_prompt', 'text', 'style', 'What to avoid.')
const seed = field('seed', 'integer', 'sampling', 'The same seed with the same request draws the same picture; empty is random.', { step: 1 })
const guidanceScale = field('guidance_scale', 'number', 'sampling', 'How closely the picture follows the words.', { min: 0, step: 0.5, default: 1 })
const inferenceSteps = field('num_inference_steps', 'number', 'sampling', 'More steps are finer and take longer.', { min: 1, step: 1, default: 30 })
const outputFormat = field('output_format', 'choice', 'output', 'The kind of picture file.', { choices: choices('jpg', 'png') })

/** Parameters that the document lists for both modes without saying which models use them. */
const rarelyNeeded: readonly Field[] = [
  field('true_cfg_scale', 'number', 'advanced', 'How strongly the words are applied.', { min: 0, step: 0.5 }),
  field('sample_steps', 'number', 'advanced', 'Sampling steps.', { min: 1, step: 1 }),
  field('sample_guide_scale', 'number', 'advanced', 'Guidance while sampling.', { min: 0, step: 0.5 }),
  field('binary_response', 'yes-no', 'advanced', 'Answers with the bare picture instead of wrapping it in text; the take is the same.'),
  field('size', 'line', 'advanced', 'The wanted size in the model\'s own notation, where it has one.'),
  field('s3_output_path', 'line', 'advanced', 'A bucket and key to which the service writes the picture as well.'),
]

/** Parameters that the document lists for editing. */
const editing: readonly Field[] = [
  field('weight', 'choice', 'style', 'Editing profile: lightning is quick, vanilla is careful.', { choices: choices('lightning', 'vanilla') }),
  field('lora_strength', 'number', 'advanced', 'How strongly the added adaptation is applied.', { step: 0.05, default: 0.8 }),
  field('rank', 'number', 'advanced', 'How complex and strong the edit may be.', { min: 0, step: 1, default: 32 }),
  field('downsizing_mp', 'number', 'advanced', 'Shrinks large pictures to this many megapixels first, for speed.', { min: 0.01, step: 0.1 }),
  field('offloading', 'yes-no', 'advanced', 'Saves the memory of the graphics card at the cost of time.'),
]

function imagePath(excludes: string[]): Field {
  return field('image_path', 'line', 'source', 'Where the picture to edit lies: an https address, or a path inside the service.', { excludes })
}

const notWithSource: Partial<Field> = { excludes: ['images', 'image_path'] }

const eigenImage = model('eigen-image', {
  kind: 'image',
  label: 'Eigen Image',
  summary: 'Draws pictures from words, and edits a picture when it is given one.',
  encoding: 'json',
  evidence: `${documented} 2a; file field and answers from ${observed.toLowerCase()}`,
  fields: [
    prompt,
    field('images', 'files', 'source', 'A picture to edit instead of drawing a new one.', { accepts: pictures, maxFiles: 1, excludes: ['image_path'] }),
    imagePath(['images']),
    field('width', 'integer', 'size', 'Width in pixels.', { min: 512, max: 2048, step: 64, default: 1024, ...notWithSource }),
    field('height', 'integer', 'size', 'Height in pixels.', { min: 512, max: 2048, step: 64, default: 1024, ...notWithSource }),
    negativePrompt,
    field('real_time', 'yes-no', 'style', 'Looks things up on the web first, for people and events of today.', { default: false, ...notWithSource }),
    seed,
    guidanceScale,
    inferenceSteps,
    outputFormat,
    ...rarelyNeeded,
    ...editing.map(entry => ({ ...entry, group: 'advanced' as const })),
  ],
})

const editFields = (...sources: Field[]): Field[] => [prompt, ...sources, negativePrompt, ...editing, seed, guidanceScale, inferenceSteps, outputFormat, ...rarelyNeeded]

const qwenImageEdit = model('qwen-image-edit-2511', {
  kind: 'edit',
  label: 'Qwen Image Edit',
  summary: 'Edits a picture by words, or joins up to nine into one.',
  encoding: 'multipart',
  fixed: { mode: 'image-editing' },
  oneOf: [['images', 'image_path']],
  evidence: `${observed}: up to nine files named images; 4 steps and guidance 4 are usual`,
  fields: editFields(
    field('images', 'files', 'source', 'The pictures to work on, the main one first.', { accepts: pictures, maxFiles: 9, excludes: ['image_path'] }),
    imagePath(['images']),
  ),
})

const fluxKontext = model('flux-1-kontext', {
  kind: 'edit',
  label: 'FLUX.1 Kontext',
  summary: 'Edits one picture by words and keeps the rest of it as it is.',
  encoding: 'multipart',
  fixed: { mode: 'image-editing' },
  oneOf: [['image_file', 'image', 'image_path']],
  evidence: `${documented} 2a; the id stands in the service's own examples`,
  fields: editFields(
    field('image_file', 'file', 'source', 'The picture to edit.', { accepts: pictures, excludes: ['image', 'image_path'] }),
    field('image', 'file', 'advanced', 'The picture to edit, under the other name that some servers expect.', { accepts: pictures, excludes: ['image_file', 'image_path'] }),
    imagePath(['image_file', 'image']),
  ),
})

export const imageModels: readonly Model[] = [eigenImage, qwenImageEdit, fluxKontext]
