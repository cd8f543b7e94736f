/** Which field of a model takes the picture that a shot begins with, and which the one that it ends with. */
import type { Field, Model } from '#contract/models.ts'
import { expect, it } from 'vitest'
import { endFieldOf, shotFields, sourceFieldOf } from '#rules/storyboard/picture-requests.ts'
import { builtInModels } from '../../../src-main/service/catalogue/index.ts'

const wan = builtInModels.find(model => model.kind === 'video')!
const image = wan.fields.find(field => field.name === 'image')!
const withField = (name: string, has: Partial<Field> = {}): Model => ({ ...wan, fields: [{ ...image, name, ...has }, ...wan.fields] })

it('a field for the last picture is found by its name, and is never the one for the first', () => {
  for (const name of ['end_image', 'last_frame', 'image_end', 'tail_image', 'final_frame']) {
    const model = withField(name)
    expect([endFieldOf(model, 'image/png')?.name, sourceFieldOf(model, 'image/png')?.name]).toEqual([name, 'image'])
  }
  expect(builtInModels.map(model => endFieldOf(model, 'image/png'))).toEqual(builtInModels.map(() => undefined))
  expect(endFieldOf(withField('friend_image'), 'image/png')).toBe(undefined)
  expect(endFieldOf(withField('end_image', { accepts: ['image/jpeg'] }), 'image/png')).toBe(undefined)
})

it('a shot is asked for with its first picture only, whatever else the model could take', () => {
  const still = { assetId: 'a'.repeat(64) as never, mime: 'image/png' }
  const shot = { modelId: null, fields: { infer_steps: 8, end_image: { assetId: 'b'.repeat(64) as never } } }
  expect(shotFields({ motionPrompt: ' waves ' }, { shot }, { model: withField('end_image'), still }))
    .toEqual({ prompt: 'waves', image: { assetId: still.assetId }, infer_steps: 8 })
})
