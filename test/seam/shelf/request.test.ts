/** Requests with names: seeds repeat a draw, images go where a model takes references, and what cannot be sent is told. */
import type { Fields, Model } from '#contract/models.ts'
import type { ShelfEntry } from '#contract/shelf.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mayName, resolveRequest } from '#rules/shelf/request.ts'
import { typedFields } from '#rules/shelf/typed.ts'
import { builtInModels } from '../../../src-main/service/catalogue/index.ts'
import { shelved, withImages } from './shelf-entries.ts'

const modelOf = (id: string): Model => builtInModels.find(model => model.id === id)!
const [image, edit, kontext, shot] = ['eigen-image', 'qwen-image-edit-2511', 'flux-1-kontext', 'wan2p2-i2v-14b-turbo'].map(modelOf) as
  [Model, Model, Model, Model]
const colours = shelved('wildcard', 'colour', 'red|green|blue|white|black')
function ask(model: Model, fields: Fields, entries: ShelfEntry[], from = 'a', addsSeed = true) {
  return resolveRequest(model, fields, entries, { from, addsSeed })
}
function told(model: Model, fields: Fields, entries: ShelfEntry[]) {
  const { issues } = ask(model, fields, entries)
  return issues.map(({ field, problem, limit, isWarning }) => `${field} ${problem} ${limit}${isWarning ? '' : '!'}`)
}

describe('the words', () => {
  it('stay as they are without a name, and where nothing is a prompt', () => {
    const fields = { prompt: 'me@example.com' }
    expect(ask(image, fields, [colours])).toEqual({ fields, typed: null, issues: [] })
    const spoken = { text: 'Say @colour' }
    expect(ask(modelOf('qwen3-tts'), spoken, [colours])).toEqual({ fields: spoken, typed: null, issues: [] })
  })

  it('are kept as they were typed next to what is sent', () => {
    const typed = { prompt: 'a @noir door', width: 512 }
    const fields = { prompt: 'a dark door', width: 512 }
    expect(ask(image, typed, [shelved('look', 'noir', 'dark')])).toEqual({ fields, typed, issues: [] })
  })

  it('with a name that is not known are sent to nobody', () => {
    const fields = { prompt: '@nobody' }
    expect(ask(image, fields, []).fields).toBe(fields)
    expect(told(image, fields, [])).toEqual(['prompt unknown-name nobody!'])
  })
})

describe('a negative prompt', () => {
  const noir = shelved('look', 'noir', 'dark')

  it('is sent as the words of its names, and kept as it was typed, with and without a name in the prompt', () => {
    const typed = { prompt: 'a door', negative_prompt: '@noir, @@home' }
    expect(ask(image, typed, [noir])).toEqual({ fields: { ...typed, negative_prompt: 'dark, @home' }, typed, issues: [] })
    expect(ask(image, { ...typed, prompt: '@noir' }, [noir]).fields).toEqual({ prompt: 'dark', negative_prompt: 'dark, @home' })
    expect(mayName(image, typed)).toBe(true)
  })

  it('with a name that is not known is told at its field', () => {
    expect(told(image, { prompt: '@noir', negative_prompt: '@nobody' }, [noir])).toEqual(['negative_prompt unknown-name nobody!'])
  })

  it('sends no reference image, and tells of none', () => {
    const asked = ask(edit, { prompt: 'a pier', negative_prompt: '@anna' }, [withImages('anna', 'a1')])
    expect(asked).toMatchObject({ fields: { negative_prompt: expect.stringMatching(/^anna/) as string }, issues: [] })
    expect(asked.fields.images).toBeUndefined()
  })

  it('draws for itself, and repeats it by the seed that was added', () => {
    const fields = { prompt: 'a @colour door', negative_prompt: '@colour' }
    const draws = Array.from({ length: 60 }, (_, at) => ask(image, fields, [colours], `try ${at}`))
    expect(draws.some(({ fields: sent }) => sent.prompt !== `a ${String(sent.negative_prompt)} door`)).toBe(true)
    expect(new Set(draws.map(({ fields: sent }) => sent.negative_prompt)).size).toBe(colours.words.length)
    for (const { fields: sent, typed } of draws)
      expect(ask(image, typed ?? {}, [colours], 'again').fields).toEqual(sent)
  })

  it('of a request is shown as it was typed; one that was sent before names were read in it is sent the same again', () => {
    const typed = { prompt: 'a @noir door', negative_prompt: '@noir' }
    const { fields } = ask(image, typed, [noir])
    expect(typedFields(image, { fields, typed })).toEqual(typed)
    const unread = { negative_prompt: 'by @someone' }
    const older = { fields: { prompt: 'a dark door', ...unread }, typed: { prompt: 'a @noir door', ...unread } }
    const shown = typedFields(image, older)
    expect(shown).toEqual({ prompt: 'a @noir door', negative_prompt: 'by @@someone' })
    expect(ask(image, shown, [noir]).fields).toEqual(older.fields)
  })
})

describe('a draw', () => {
  const fields = { prompt: 'a @colour door' }

  it('is repeated by the seed that it was given or added', () => {
    fc.assert(fc.property(fc.string(), fc.option(fc.nat()), (from, seed) => {
      const first = ask(image, { ...fields, ...seed !== null && { seed } }, [colours], from)
      expect(seed === null || first.fields.seed === seed).toBe(true)
      expect(ask(image, first.typed ?? {}, [colours], 'another try').fields).toEqual(first.fields)
      expect(colours.words.some(word => first.fields.prompt === `a ${word} door`)).toBe(true)
    }))
  })

  it('reaches all words, and differs from try to try', () => {
    const drawn = new Set(Array.from({ length: 80 }, (_, at) => ask(image, fields, [colours], `try ${at}`).fields.prompt))
    expect(drawn.size).toBe(colours.words.length)
  })

  it('adds no seed where it may not', () => {
    expect(ask(image, fields, [colours], 'picture', false).fields.seed).toBeUndefined()
  })
})

describe('reference images', () => {
  const anna = withImages('anna', 'a1', 'a2')
  const fields = { prompt: '@anna and @anna' }

  it('go behind the image that is edited, each once, as many as the model takes', () => {
    const edited = { ...fields, images: [{ assetId: 'a2' as never }] }
    expect(ask(edit, edited, [anna]).fields.images).toEqual([{ assetId: 'a2' }, { assetId: 'a1' }])
    const many = withImages('crowd', ...Array.from({ length: 8 }, (_, at) => `c${at}`))
    expect(ask(edit, { prompt: '@anna @crowd' }, [anna, many]).fields.images).toHaveLength(9)
    expect(told(edit, { prompt: '@anna @crowd' }, [anna, many])).toEqual(['prompt references-not-sent crowd'])
  })

  it('are the source of a model that edits one image, unless it has one', () => {
    expect(ask(kontext, { prompt: '@bo' }, [withImages('bo', 'b')]).fields.image_file).toEqual({ assetId: 'b' })
    expect(told(kontext, { prompt: '@bo', image_path: '/srv/x.png' }, [withImages('bo', 'b')])).toEqual(['prompt references-not-sent bo'])
  })

  it('are told where a model takes none: they are neither edited nor the first frame of a shot', () => {
    for (const model of [image, shot]) {
      expect(Object.keys(ask(model, fields, [anna]).fields)).toEqual(['prompt'])
      expect(told(model, fields, [anna])).toEqual(['prompt references-not-sent anna'])
    }
    const field = { ...edit.fields.find(each => each.name === 'images')!, name: 'reference_images' }
    expect(ask({ ...shot, fields: [...shot.fields, field] }, fields, [anna]).fields.reference_images).toHaveLength(2)
  })

  it('are told where they are not in the library', () => {
    expect(told(edit, fields, [{ ...anna, stills: anna.stills.slice(1) }])).toEqual(['prompt references-missing anna'])
  })
})
