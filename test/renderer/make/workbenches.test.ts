/** Workbenches: values carried over to another model, and a source added without the fields that exclude it. */
import type { Take } from '../../../src-preload/contract/takes.ts'
import { describe, expect, it } from 'vitest'
import { builtInModels } from '../../../src-main/service/catalogue/index.ts'
import { AssetId } from '../../../src-preload/contract/words.ts'
import { checkRequest } from '../../../src-preload/rules/models/check-request.ts'
import { fieldsThatFit, sectionsOf } from '../../../src-renderer/parts/fields/field-form.ts'
import {
  carriedOver,
  fieldsOfTake,
  kindsOf,
  modelsOn,
  promptFieldOf,
  sourceFieldOf,
  withSource,
  Workbench,
  workbenchOf,
} from '../../../src-renderer/rooms/make/form/workbenches.ts'

const assetId = AssetId.parse('a'.repeat(64))

function modelNamed(id: string) {
  const model = builtInModels.find(one => one.id === id)
  if (!model)
    throw new Error(`no model ${id}`)
  return model
}

/** Only the members of a take that `fieldsOfTake` reads. */
function takeWith(part: { text: string, fields: Record<string, string | number> | null }): Take {
  return { text: part.text, request: part.fields && { fields: part.fields } } as unknown as Take
}

describe('the catalogue on the workbenches', () => {
  const made = builtInModels.filter(model => workbenchOf(model.kind) !== null)

  it('has a model on every workbench', () => {
    for (const workbench of Workbench.options)
      expect(made.some(model => kindsOf[workbench].includes(model.kind))).toBe(true)
  })

  it('gives every model a large editor', () => {
    for (const model of made)
      expect(promptFieldOf(model)?.isRequired, model.id).toBe(true)
  })

  it('gives every model that edits or animates an image a source field', () => {
    for (const model of made.filter(one => one.kind === 'edit' || one.kind === 'video'))
      expect(sourceFieldOf(model), model.id).not.toBeNull()
  })

  it('can always be sent with a prompt and a source', () => {
    for (const model of made) {
      const words = { [promptFieldOf(model)!.name]: 'A light on the sea' }
      const fields = sourceFieldOf(model)
        ? withSource(model, { ...words, width: 1024, image_url: 'https://a.example/b.png' }, assetId)
        : words
      expect(checkRequest(
        model,
        Object.fromEntries(Object.entries(fields).filter(([name]) => model.fields.some(field => field.name === name))),
      ), model.id).toEqual([])
    }
  })
})

describe('withSource', () => {
  it('removes the image URL, whichever field declares the exclusion', () => {
    expect(withSource(modelNamed('wan2p2-i2v-14b-turbo'), { prompt: 'p', image_url: 'https://a.example/b.png' }, assetId)).toEqual({
      prompt: 'p',
      image: { assetId },
    })
    expect(withSource(modelNamed('eigen-image'), { prompt: 'p', width: 1024 }, assetId)).toEqual({ prompt: 'p', images: [{ assetId }] })
  })

  it('changes nothing for a model without a source', () => {
    expect(withSource(modelNamed('higgs2p5'), { text: 't' }, assetId)).toEqual({ text: 't' })
  })
})

describe('carriedOver', () => {
  it('keeps the text, but not the voice of another model', () => {
    const from = { model: modelNamed('higgs2p5'), fields: { text: 'Words', voice: 'Linda' } }
    expect(carriedOver(from, { model: modelNamed('qwen3-tts'), fields: { voice: 'Ryan' } })).toEqual({ voice: 'Ryan', text: 'Words' })
  })

  it('keeps the source when the next model has a source field', () => {
    const from = { model: modelNamed('eigen-image'), fields: { prompt: 'p', images: [{ assetId }], seed: 4 } }
    expect(carriedOver(from, { model: modelNamed('qwen-image-edit-2511'), fields: {} })).toEqual({ prompt: 'p', images: [{ assetId }] })
  })
})

describe('fieldsOfTake', () => {
  it('returns the request that made the take', () => {
    expect(fieldsOfTake(modelNamed('qwen3-tts'), takeWith({ text: 'Words', fields: { text: 'Words', voice: 'Ryan' } }))).toEqual({
      text: 'Words',
      voice: 'Ryan',
    })
  })

  it('names nothing of the shelf where the request was sent as it was typed, in prompts alone', () => {
    const prompt = '@a_cat by anna@example.com'
    expect(fieldsOfTake(modelNamed('eigen-image'), takeWith({ text: prompt, fields: { prompt } })))
      .toEqual({ prompt: '@@a_cat by anna@example.com' })
    expect(fieldsOfTake(modelNamed('qwen3-tts'), takeWith({ text: '@a', fields: { text: '@a' } }))).toEqual({ text: '@a' })
  })

  it('keeps the text of another model’s take, and drops unknown fields', () => {
    expect(fieldsOfTake(
      modelNamed('chatterbox'),
      takeWith({ text: 'Words', fields: { said: 'Words', voice: 'Ryan' } }),
    )).toEqual({ text: 'Words' })
  })
})

describe('modelsOn', () => {
  const eigenOn = (workbench: Workbench) => modelsOn(workbench, builtInModels).find(model => model.id === 'eigen-image')!
  const namesOn = (workbench: Workbench) => eigenOn(workbench).fields.map(field => field.name)

  it('lists a model that generates and edits on both workbenches, editors first on Edit', () => {
    expect(modelsOn('image', builtInModels).map(model => model.id)).toEqual(['eigen-image'])
    expect(modelsOn('edit', builtInModels).map(model => model.id)).toEqual(['qwen-image-edit-2511', 'flux-1-kontext', 'eigen-image'])
  })

  it('generates without a source, and edits with one and without the fields that exclude it', () => {
    expect(namesOn('image')).toContain('width')
    expect(namesOn('image')).not.toContain('images')
    expect(namesOn('edit')).toEqual(expect.arrayContaining(['images', 'image_path', 'lora_strength']))
    for (const idle of ['width', 'height', 'real_time'])
      expect(namesOn('edit')).not.toContain(idle)
  })

  it('requires a source on Edit, also where the service would generate without one', () => {
    for (const model of modelsOn('edit', builtInModels)) {
      expect(checkRequest(model, { prompt: 'Make it dusk' }), model.id).toMatchObject([{ problem: 'missing', isWarning: false }])
      expect(checkRequest(model, withSource(model, { prompt: 'Make it dusk' }, assetId)), model.id).toEqual([])
    }
  })

  it('drops the fields of the other workbench, so that an old source is never used', () => {
    expect(fieldsThatFit(eigenOn('image'), { prompt: 'p', images: [{ assetId }], width: 512 })).toEqual({ prompt: 'p', width: 512 })
  })

  it('leaves out hidden models', () => {
    expect(modelsOn(
      'edit',
      builtInModels.map(model => ({ ...model, isHidden: model.kind === 'edit' })),
    ).map(model => model.id)).toEqual(['eigen-image'])
  })

  it('shows every parameter of the general listing in the form of each model that declares it', () => {
    const listed = [
      'size',
      'frame_num',
      's3_output_path',
      'voice_settings.speed',
      'sampling.temperature',
      'sampling.top_p',
      'sampling.top_k',
    ]
    for (const model of Workbench.options.flatMap(workbench => modelsOn(workbench, builtInModels))) {
      const drawn = sectionsOf(model, {}, []).flatMap(section => section.fields.map(shown => shown.field.name))
      expect(drawn.toSorted(), model.id).toEqual(model.fields.map(field => field.name).toSorted())
      const declared = builtInModels.find(one => one.id === model.id)!.fields.map(field => field.name).filter(name => listed.includes(name))
      expect(drawn, model.id).toEqual(expect.arrayContaining(declared))
    }
  })
})
