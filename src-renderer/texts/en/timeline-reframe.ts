/** Words of bringing pictures into a frame of another shape. */
import { many } from '../english-many.ts'

export const timelineReframe = {
  title: (shape: string) => `Duplicate as ${shape}`,
  intro: 'How images and videos come into the new frame. You can change each clip afterwards.',
  ways: { fill: 'Fill', auto: 'Auto', fit: 'Fit', blur: 'Blurred background' },
  help: {
    fill: 'Fills the frame with the middle of the image.',
    auto: 'Fills the frame and follows what is bright and moves. A first guess: check it.',
    fit: 'Shows the whole image with the background around it.',
    blur: 'Shows the whole image over a blurred copy that fills the frame.',
  },
  duplicate: 'Duplicate',
  looking: (count: number) => `Looking for the subject of ${many(count, 'clip')}…`,
  done: (count: number) => `${many(count, 'clip')} reframed. Drag in the preview to correct the position, or move its keyframes.`,
  notFound: (count: number) => `${many(count, 'clip')} cannot be read and kept ${count === 1 ? 'its' : 'their'} position.`,
}
