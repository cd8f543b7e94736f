/** The image-to-video model (service document 2b). */
import type { Model } from '#contract/models.ts'
import { documented, field, model, observed } from './field.ts'

export const videoModels: readonly Model[] = [
  model('wan2p2-i2v-14b-turbo', {
    kind: 'video',
    label: 'Wan 2.2 image to video',
    summary: 'Sets a still picture in motion for about five seconds.',
    encoding: 'multipart',
    oneOf: [['image', 'image_url']],
    evidence: `${documented} 2b to 2d; ${observed.toLowerCase()} confirm the id`,
    fields: [
      field('prompt', 'text', 'main', 'What moves, and how the camera moves.', { isRequired: true }),
      field('image', 'file', 'source', 'The still that becomes the first frame.', { accepts: ['image/png', 'image/jpeg', 'image/webp'], excludes: ['image_url'] }),
      field('image_url', 'address', 'source', 'The address of the still; the service fetches it.', { excludes: ['image'] }),
      field('infer_steps', 'integer', 'sampling', 'More steps are finer and take longer.', { min: 1, max: 20, step: 1, default: 5 }),
      field('seed', 'integer', 'sampling', 'The same seed with the same request moves the same way; empty is random.', { step: 1 }),
      field('frame_num', 'integer', 'advanced', 'How many frames to make, where the model lets one choose.', { min: 1, step: 1 }),
      field('size', 'line', 'advanced', 'The wanted size in the model\'s own notation, where it has one.'),
      field('s3_output_path', 'line', 'advanced', 'A bucket and key to which the service writes the shot as well.'),
    ],
  }),
]
