/** Requests with names: seeds repeat a draw, images go where a model takes references, and what cannot be sent is told. */
import type { Fields, Model } from '#contract/models.ts'
import type { ShelfEntry } from '#contract/shelf.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { resolveRequest } from '#rules/shelf/request.ts'
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
