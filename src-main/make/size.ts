/**
 * The size of a piece of work, in the unit that its duration depends on: characters of speech, pixels times steps of
 * pictures, pixels times steps times frames of shots, seconds of sound to be transcribed. Pure.
 */
import type { Fields, Model } from '#contract/models.ts'
import type { Asset } from '#contract/takes.ts'
import { countSent, frameNames, numberSent, spokenText } from '#rules/models/sent-values.ts'
import { charactersIn } from '#rules/spend/quantities.ts'

/** The service's default, about five seconds. */
const usualFrames = 81

/** Null where it is not known before the work is done, such as the length of a chat answer. */
export function sizeOf(
  model: Pick<Model, 'kind' | 'fields' | 'fixed'>,
  fields: Fields,
  files: readonly Pick<Asset, 'width' | 'height' | 'durationSeconds'>[],
): number | null {
  const number = (...names: string[]): number | null => numberSent(model, fields, names)
  const steps = number('num_inference_steps', 'sample_steps', 'infer_steps') ?? 1
  switch (model.kind) {
    case 'speech': {
      const text = spokenText(model, fields)
      return text === null ? null : charactersIn(text)
    }
    case 'image':
    case 'edit': {
      const pixels = pixelsOf(files) ?? product(number('width'), number('height'))
      return pixels === null ? null : pixels * steps * countSent(model, fields).least
    }
    case 'video':
      return (pixelsOf(files) ?? 1) * steps * (number(...frameNames) ?? usualFrames) * countSent(model, fields).least
    case 'transcribe':
      return files.reduce<number | null>(
        (sum, { durationSeconds }) => sum === null || durationSeconds === null ? null : sum + durationSeconds,
        0,
      ) || null
    default:
      return null
  }
}

/** Of the largest picture among the files. */
function pixelsOf(files: readonly Pick<Asset, 'width' | 'height'>[]): number | null {
  const pixels = files.flatMap(({ width, height }) => product(width, height) ?? [])
  return pixels.length === 0 ? null : Math.max(...pixels)
}

function product(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a * b
}
