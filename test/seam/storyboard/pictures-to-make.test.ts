/** What there is to make of a storyboard, and what is asked of a model for it. */
import type { Model } from '#contract/models.ts'
import type { AssetId, ModelId } from '#contract/words.ts'
import { describe, expect, it } from 'vitest'
import { checkRequest } from '#rules/models/check-request.ts'
import { isMakerField, makerModel, requestText, shotFields, stillFields, stillKinds } from '#rules/storyboard/picture-requests.ts'
import { picturesToMake } from '#rules/storyboard/pictures-to-make.ts'
import { builtInModels } from '../../../src-main/service/catalogue/index.ts'

const model = (id: string): Model => builtInModels.find(each => each.id === id)!
const reference = { assetId: 'a'.repeat(64) as AssetId, mime: 'image/png' }
const lookOf = (fields: object, style = 'ink and water') => ({ style, still: { modelId: null, fields: { ...fields } } })
const facts = { [reference.assetId]: { mime: 'image/png', sizeBytes: 10, durationSeconds: null } }

const open = {
  still: 'none',
  shot: 'none',
  stillKey: null,
  shotKey: null,
  fittingStillId: null,
  fittingShotId: null,
} as const

describe('to make', () => {
  const make = (pictures: object[], underWay: string[] = []) => {
    const asking = pictures.map((each, index) => ({ ...open, index, ...each }))
    const { stills, shots } = picturesToMake(asking, key => underWay.includes(key))
    return [stills.map(each => each.index), shots.map(each => each.index)]
  }

  it('are stills with a prompt that no take fits, each request once, and none that is being made', () => {
    const stale = { still: 'stale', stillKey: 'b' }
    expect(make([{ stillKey: 'a' }, { stillKey: 'a' }, { stillKey: null }, stale, { still: 'made', stillKey: 'c' }])).toEqual([[0, 3], []])
    expect(make([{ stillKey: 'a' }, { stillKey: 'b', fittingStillId: 'take' }], ['a'])).toEqual([[], []])
  })

  it('are shots whose still is there and fits', () => {
    const shot = { stillKey: 's', shotKey: 'k' }
    expect(make([{ ...shot }])).toEqual([[0], []])
    expect(make([{ ...shot, still: 'stale' }])).toEqual([[0], []])
    expect(make([{ ...shot, still: 'made' }, { ...shot, still: 'made', shot: 'made', shotKey: 'l' }])).toEqual([[], [0]])
    expect(make([{ ...shot, still: 'made' }], ['k'])).toEqual([[], []])
  })
})

describe('what is asked', () => {
  it('has the style, the chosen values and the reference, and is accepted by each model', () => {
    for (const id of ['eigen-image', 'qwen-image-edit-2511', 'flux-1-kontext']) {
      const look = lookOf({ width: 1280, height: 720, guidance_scale: 4 })
      const fields = stillFields({ prompt: ' A lamp ' }, look, { model: model(id), reference })
      expect(checkRequest(model(id), fields!, facts).filter(issue => !issue.isWarning), id).toEqual([])
      expect(fields).toMatchObject({ prompt: 'A lamp\n\nink and water', guidance_scale: 4 })
      expect(JSON.stringify(fields)).toContain(reference.assetId)
      expect(fields).not.toHaveProperty('width')
    }
    const plain = lookOf({ width: 1280, seed: 7, prompt: 'no' }, '')
    expect(stillFields({ prompt: 'A lamp' }, plain, { model: model('eigen-image'), reference: null }))
      .toEqual({ prompt: 'A lamp', width: 1280, seed: 7 })
  })

  it('of a shot is its motion and its still', () => {
    const video = builtInModels.find(each => each.kind === 'video')!
    const look = { shot: { modelId: null, fields: { infer_steps: 8, size: '' } } }
    const fields = shotFields({ motionPrompt: 'Push in' }, look, { model: video, still: reference })
    expect(fields).toEqual({ prompt: 'Push in', infer_steps: 8, image: { assetId: reference.assetId } })
    expect(checkRequest(video, fields!, facts)).toEqual([])
    expect(shotFields({ motionPrompt: ' ' }, look, { model: video, still: reference })).toBeNull()
    expect(shotFields({ motionPrompt: 'Push in' }, look, { model: video, still: null })).toBeNull()
  })

  it('is the same whatever the order of its values, and with blank ones', () => {
    const image = model('eigen-image')
    const one = requestText(image, { prompt: 'A lamp', width: 512, height: 512 })
    expect(requestText(image, { height: 512, negative_prompt: ' ', width: 512, unknown: 1, prompt: ' A lamp' })).toBe(one)
    expect(requestText(image, { prompt: 'A lamp', width: 512, height: 640 })).not.toBe(one)
    expect(requestText(model('flux-1-kontext'), { prompt: 'A lamp' })).not.toBe(requestText(image, { prompt: 'A lamp' }))
  })

  it('goes to the chosen model, else to the first of the catalogue that is offered', () => {
    const maker = { modelId: null, fields: {} }
    expect(makerModel(maker, builtInModels, stillKinds)?.id).toBe('eigen-image')
    expect(makerModel({ ...maker, modelId: 'flux-1-kontext' as ModelId }, builtInModels, stillKinds)?.id).toBe('flux-1-kontext')
    expect(makerModel(maker, builtInModels.map(each => ({ ...each, isHidden: each.kind === 'image' })), stillKinds)?.kind).toBe('edit')
    expect(makerModel(maker, [], stillKinds)).toBeUndefined()
    const notChosen = model('eigen-image').fields.filter(field => !isMakerField(field))
    expect(notChosen.map(field => field.name)).toEqual(['prompt', 'images', 'image_path'])
  })
})
