/** Models that generate and edit images (service document 2a). */
import type { Field, Model } from '#contract/models.ts'
import { choices, documented, field, model, observed } from './field.ts'

const pictures = ['image/png', 'image/jpeg', 'image/webp']

const prompt = field('prompt', 'text', 'main', 'What the image shows, or what to change in the source image.', { isRequired: true })
const negativePrompt = field('negative_prompt', 'text', 'style', 'What to avoid in the image.')
const seed = field('seed', 'integer', 'sampling', 'The same seed and request give the same result. Empty is random.', { step: 1 })
const guidanceScale = field('guidance_scale', 'number', 'sampling', 'How closely the image follows the prompt.', {
  min: 0,
  step: 0.5,
  default: 1,
})
const inferenceSteps = field('num_inference_steps', 'number', 'sampling', 'More steps give finer results but take longer.', {
  min: 1,
  step: 1,
  default: 30,
})
const outputFormat = field('output_format', 'choice', 'output', 'Image file type.', { choices: choices('jpg', 'png') })

/** Parameters that the document lists for both modes without saying which models use them. */
const rarelyNeeded: readonly Field[] = [
  field('true_cfg_scale', 'number', 'advanced', 'How strongly the prompt is applied.', { min: 0, step: 0.5 }),
  field('sample_steps', 'number', 'advanced', 'Number of sampling steps.', { min: 1, step: 1 }),
  field('sample_guide_scale', 'number', 'advanced', 'Guidance strength while sampling.', { min: 0, step: 0.5 }),
  field('binary_response', 'yes-no', 'advanced', 'Returns the image file instead of JSON. The take is the same.'),
  field('size', 'line', 'advanced', 'The size in the model\'s own format, if it has one.'),
  field('s3_output_path', 'line', 'advanced', 'An S3 bucket and key where the service also saves the image.'),
]

/** Parameters that the document lists for editing. */
const editing: readonly Field[] = [
  field('weight', 'choice', 'style', 'Editing profile: lightning is faster, vanilla is more precise.', {
    choices: choices('lightning', 'vanilla'),
  }),
  field('lora_strength', 'number', 'advanced', 'How strongly the LoRA is applied.', { step: 0.05, default: 0.8 }),
  field('rank', 'number', 'advanced', 'Complexity and strength of the edit.', { min: 0, step: 1, default: 32 }),
  field('downsizing_mp', 'number', 'advanced', 'Downsizes large images to this many megapixels first, for speed.', {
    min: 0.01,
    step: 0.1,
  }),
  field('offloading', 'yes-no', 'advanced', 'Saves GPU memory but takes longer.'),
]

function imagePath(excludes: string[]): Field {
  return field('image_path', 'line', 'source', 'The image to edit: an https URL, or a path on the service.', { excludes })
}

const notWithSource: Partial<Field> = { excludes: ['images', 'image_path'] }

const eigenImage = model('eigen-image', {
  kind: 'image',
  label: 'Eigen Image',
  summary: 'Generates images from a prompt, or edits an image you provide.',
  encoding: 'json',
  evidence: `${documented} 2a; file field and answers from ${observed.toLowerCase()}`,
  fields: [
    prompt,
    field('images', 'files', 'source', 'An image to edit instead of generating a new one.', {
      accepts: pictures,
      maxFiles: 1,
      excludes: ['image_path'],
    }),
    imagePath(['images']),
    field('width', 'integer', 'size', 'Width in pixels.', { min: 512, max: 2048, step: 64, default: 1024, ...notWithSource }),
    field('height', 'integer', 'size', 'Height in pixels.', { min: 512, max: 2048, step: 64, default: 1024, ...notWithSource }),
    negativePrompt,
    field('real_time', 'yes-no', 'style', 'Searches the web first, for current people and events.', { default: false, ...notWithSource }),
    seed,
    guidanceScale,
    inferenceSteps,
    outputFormat,
    ...rarelyNeeded,
    ...editing.map(entry => ({ ...entry, group: 'advanced' as const })),
  ],
})

function editFields(...sources: Field[]): Field[] {
  return [
    prompt,
    ...sources,
    negativePrompt,
    ...editing,
    seed,
    guidanceScale,
    inferenceSteps,
    outputFormat,
    ...rarelyNeeded,
  ]
}

const qwenImageEdit = model('qwen-image-edit-2511', {
  kind: 'edit',
  label: 'Qwen Image Edit',
  summary: 'Edits an image with a prompt, or combines up to nine images.',
  encoding: 'multipart',
  fixed: { mode: 'image-editing' },
  oneOf: [['images', 'image_path']],
  evidence: `${observed}: up to nine files named images; 4 steps and guidance 4 are usual`,
  fields: editFields(
    field('images', 'files', 'source', 'The images to edit, the main one first.', {
      accepts: pictures,
      maxFiles: 9,
      excludes: ['image_path'],
    }),
    imagePath(['images']),
  ),
})

const fluxKontext = model('flux-1-kontext', {
  kind: 'edit',
  label: 'FLUX.1 Kontext',
  summary: 'Edits part of an image with a prompt and keeps the rest unchanged.',
  encoding: 'multipart',
  fixed: { mode: 'image-editing' },
  oneOf: [['image_file', 'image', 'image_path']],
  evidence: `${documented} 2a; the id stands in the service's own examples`,
  fields: editFields(
    field('image_file', 'file', 'source', 'The image to edit.', { accepts: pictures, excludes: ['image', 'image_path'] }),
    field('image', 'file', 'advanced', 'The image to edit, for servers that expect this field name.', {
      accepts: pictures,
      excludes: ['image_file', 'image_path'],
    }),
    imagePath(['image_file', 'image']),
  ),
})

export const imageModels: readonly Model[] = [eigenImage, qwenImageEdit, fluxKontext]
