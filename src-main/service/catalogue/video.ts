/** The image-to-video model (service document 2b). */
import type { Model } from '#contract/models.ts'
import { documented, field, model, observed } from './field.ts'

export const videoModels: readonly Model[] = [
  model('wan2p2-i2v-14b-turbo', {
    kind: 'video',
    label: 'Wan 2.2 image to video',
    summary: 'Animates a still image for about five seconds.',
    encoding: 'multipart',
    oneOf: [['image', 'image_url']],
    evidence: `${documented} 2b to 2d; ${observed.toLowerCase()} confirm the id`,
    fields: [
      field('prompt', 'text', 'main', 'The motion and the camera movement.', { isRequired: true }),
      field('image', 'file', 'source', 'The image used as the first frame.', {
        accepts: ['image/png', 'image/jpeg', 'image/webp'],
        excludes: ['image_url'],
      }),
      field('image_url', 'address', 'source', 'The URL of the image. The service downloads it.', { excludes: ['image'] }),
      field('infer_steps', 'integer', 'sampling', 'More steps give finer results but take longer.', {
        min: 1,
        max: 20,
        step: 1,
        default: 5,
      }),
      field('seed', 'integer', 'sampling', 'The same seed and request give the same result. Empty is random.', { step: 1 }),
      field('frame_num', 'integer', 'advanced', 'Number of frames, if the model supports it.', { min: 1, step: 1 }),
      field('size', 'line', 'advanced', 'The size in the model\'s own format, if it has one.'),
      field('s3_output_path', 'line', 'advanced', 'An S3 bucket and key where the service also saves the video.'),
    ],
  }),
]
