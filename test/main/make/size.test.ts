/** The size of work by a model of one's own is read from what is sent, whatever that is called. */
import type { Fields, Model } from '#contract/models.ts'
import { expect, it } from 'vitest'
import { sizeOf } from '../../../src-main/make/size.ts'
import { field } from '../../../src-main/service/catalogue/field.ts'

const modelOf = (kind: Model['kind'], fixed: Record<string, string> = {}, fields: Model['fields'] = []) => ({ kind, fields, fixed })

it.each([
  ['speech in another field', modelOf('speech', {}, [field('input', 'text', 'main', '')]), { input: 'abc' }, 3],
  ['a fixed width', modelOf('image', { width: '100' }), { height: 20 }, 2000],
  ['numbers as choices write them', modelOf('image'), { width: '100', height: '20', num_inference_steps: '4' }, 8000],
  ['a batch', modelOf('image'), { width: 100, height: 20, batch_size: 4 }, 8000],
  ['frames under another name', modelOf('video'), { num_frames: 96 }, 96],
  ['a shot as it was', modelOf('video'), {}, 81],
] as [string, ReturnType<typeof modelOf>, Fields, number][])('%s', (_, model, fields, size) => {
  expect(sizeOf(model, fields, [])).toBe(size)
})
