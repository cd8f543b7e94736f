/** Properties of a request: what the check accepts can be sent, and its bounds are exactly those of the service. */
import type { Field, Fields, FieldValue, Model } from '#contract/models.ts'
import type { AssetId } from '#contract/words.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkRequest } from '#rules/models/check-request.ts'
import { shapeRequest } from '../../../src-main/make/shape-request.ts'
import { builtInModels } from '../../../src-main/service/catalogue/index.ts'

function modelNamed(id: string): Model {
  const model = builtInModels.find(entry => entry.id === id)
  if (!model)
    throw new Error(`No model ${id}`)
  return model
}

const assetId = 'ab'.repeat(32) as AssetId // has the form of an asset id
const file = { assetId }
const clip = (mime: string, durationSeconds: number | null = null) => ({ [assetId]: { mime, sizeBytes: 10, durationSeconds } })

/** The minimal request of a model. */
function leastOf(model: Model): Fields {
  const valueOf = (field: Field): FieldValue => field.type === 'file'
    ? file
    : field.type === 'files' ? [file] : field.type === 'address' ? 'https://example.com/a.png' : 'words'
  const names = [...model.fields.filter(field => field.isRequired).map(field => field.name), ...model.oneOf.map(group => group[0] ?? '')]
  return Object.fromEntries(names.map(name => [name, valueOf(model.fields.find(field => field.name === name)!)]))
}

const stops = (model: Model, fields: Fields) => checkRequest(model, fields).filter(issue => !issue.isWarning)

describe.each(builtInModels.map(model => [model.id, model] as const))('%s', (_id, model) => {
  it('accepts its minimal request, and one with every default that the source does not exclude', () => {
    const least = leastOf(model)
    expect(checkRequest(model, least)).toEqual([])
    const defaults = model.fields.filter(field => field.default !== null && !field.excludes.some(name => name in least))
    expect(checkRequest(model, { ...least, ...Object.fromEntries(defaults.map(field => [field.name, field.default!])) })).toEqual([])
  })

  it('refuses a request without something required', () => {
    for (const name of Object.keys(leastOf(model))) {
      const { [name]: _gone, ...rest } = leastOf(model)
      expect(stops(model, rest)).toMatchObject([{ field: name, problem: 'missing' }])
      expect(stops(model, { ...rest, [name]: '  ' })).toMatchObject([{ field: name, problem: 'missing' }])
    }
  })

  it('has exact bounds', () => {
    for (const field of model.fields.filter(({ type }) => type === 'integer' || type === 'number')) {
      const base = Object.fromEntries(Object.entries(leastOf(model)).filter(([name]) => !field.excludes.includes(name)))
      const problemsAt = (value: number) =>
        stops(model, { ...base, [field.name]: value }).filter(issue => issue.field === field.name).map(issue =>
          [issue.problem, issue.limit])
      const least = field.type === 'integer' ? 1 : 1e-9
      if (field.min !== null) {
        expect(problemsAt(field.min)).toEqual([])
        expect(problemsAt(field.min - least)).toEqual([['too-small', field.min]])
      }
      if (field.max !== null) {
        expect(problemsAt(field.max)).toEqual([])
        expect(problemsAt(field.max + least)).toEqual([['too-large', field.max]])
      }
      expect(problemsAt(Number.NaN)).toEqual([['not-a-number', null]])
      if (field.type === 'integer')
        expect(problemsAt((field.min ?? 0) + 0.5)).toEqual([['not-whole', null]])
    }
  })

  it('shapes whatever passes the check into exactly the given values, each name once', () => {
    fc.assert(fc.property(anyFields(model), (fields) => {
      const issues = checkRequest(model, fields)
      const shaped = shapeRequest(model, fields)
      const names = shaped.parts.map(([name]) => name)
      expect(new Set(names).size).toBe(names.length)
      expect(shaped.parts[0]).toEqual(['model', model.id])
      if (issues.some(issue => !issue.isWarning))
        return
      const flat = new Map(shaped.parts.flatMap(([name, value]): [string, unknown][] => isPlainObject(value)
        ? Object.entries(value).map(([inner, deep]) => [`${name}.${inner}`, deep])
        : [[name, value]]))
      for (const [name, value] of Object.entries(fields)) {
        const isBlank = (typeof value === 'string' && value.trim() === '') || (Array.isArray(value) && value.length === 0)
        expect(flat.get(name)).toEqual(isBlank ? undefined : value)
      }
      const carriesFile = Object.values(fields).some(value => typeof value === 'object' && (!Array.isArray(value) || value.length > 0))
      if (carriesFile)
        expect(shaped.encoding).toBe('multipart')
      expect(() => JSON.stringify(shaped)).not.toThrow()
    }), { numRuns: 60 })
  })
})

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !('assetId' in value)
}

/** Values that are often valid, sometimes not, for some of a model's fields and occasionally for an unknown field. */
function anyFields(model: Model): fc.Arbitrary<Fields> {
  const usual = (field: Field): fc.Arbitrary<FieldValue> => {
    switch (field.type) {
      case 'integer': return fc.integer({ min: field.min ?? -10, max: field.max ?? 5000 })
      case 'number': return fc.double({ min: field.min ?? 0, max: field.max ?? 100, noNaN: true })
      case 'yes-no': return fc.boolean()
      case 'choice': return fc.constantFrom(...(field.choices ?? []).map(choice => choice.value))
      case 'address': return fc.webUrl({ validSchemes: ['http', 'https'] })
      case 'file': return fc.constant(file)
      case 'files': return fc.array(fc.constant(file), { maxLength: field.maxFiles ?? 3 })
      default: return fc.string()
    }
  }
  const wild = fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.constant(file), fc.constant([file, file]))
  const entries = model.fields.map(field =>
    fc.option(fc.oneof({ weight: 12, arbitrary: usual(field) }, { weight: 1, arbitrary: wild }), {
      freq: field.isRequired ? 20 : 2,
      nil: undefined,
    }).map(value => [field.name, value] as const))
  const stranger = fc.option(fc.tuple(
    fc.constantFrom('model', 'nothing', '__proto__', 'toString', 'a.b'),
    wild,
  ), { freq: 10, nil: undefined })
  return fc.tuple(fc.tuple(...entries), stranger).map(([known, other]) =>
    Object.fromEntries([
      ...known,
      ...(other ? [other] : []),
    ].filter((entry): entry is readonly [string, FieldValue] => entry[1] !== undefined)))
}

describe('checkRequest', () => {
  const qwen = modelNamed('qwen3-tts')

  it('accepts either a named speaker or a cloned voice, not both', () => {
    const issues = checkRequest(qwen, { text: 'Hi', voice: 'Ryan', voice_id: 'f00' })
    expect(issues).toMatchObject([
      { field: 'voice', problem: 'excluded-by', limit: 'voice_id' },
      { field: 'voice_id', problem: 'excluded-by', limit: 'voice' },
    ])
    expect(stops(qwen, { text: 'Hi', voice: 'Ryan', voice_id: ' ' })).toEqual([])
  })

  it('warns of instructions to a cloned voice, and allows them', () => {
    expect(checkRequest(qwen, { text: 'Hi', instructions: 'softly', voice_id: 'f00' })).toEqual([
      { field: 'instructions', problem: 'excluded-by', limit: 'voice_id', isWarning: true },
    ])
    expect(checkRequest(qwen, { text: 'Hi', instructions: 'softly', voice: 'Ryan' })).toEqual([])
  })

  it('only advises against long text for chatterbox, counted in code points', () => {
    const chatterbox = modelNamed('chatterbox')
    expect(checkRequest(chatterbox, { text: '😀'.repeat(1000) })).toEqual([])
    expect(checkRequest(chatterbox, { text: 'a'.repeat(1001) })).toEqual([
      { field: 'text', problem: 'too-long', limit: 1000, isWarning: true },
    ])
    const strict = {
      ...chatterbox,
      fields: chatterbox.fields.map(field => field.name === 'text' ? { ...field, maxCharacters: { count: 5, isAdvice: false } } : field),
    }
    expect(checkRequest(strict, { text: 'abcdef' })).toMatchObject([{ problem: 'too-long', isWarning: false }])
  })

  it('detects a clip that is too long, of a wrong kind, empty, or missing', () => {
    const chatterbox = modelNamed('chatterbox')
    const fields = { text: 'Hi', audio_prompt_file: file }
    expect(checkRequest(chatterbox, fields, clip('audio/wav', 30))).toEqual([])
    expect(checkRequest(chatterbox, fields, clip('audio/wav', 30.1))).toMatchObject([{ problem: 'clip-too-long', limit: 30 }])
    expect(checkRequest(chatterbox, fields, clip('video/mp4', 3))).toMatchObject([{ problem: 'wrong-file-type' }])
    expect(checkRequest(chatterbox, fields, {})).toMatchObject([{ problem: 'not-a-file' }])
    expect(checkRequest(chatterbox, fields, {
      [assetId]: { mime: 'audio/wav', sizeBytes: 0, durationSeconds: null },
    })).toMatchObject([{ problem: 'not-a-file' }])
  })

  it('counts the pictures of an edit', () => {
    const edit = modelNamed('qwen-image-edit-2511')
    expect(checkRequest(edit, { prompt: 'x', images: [file, file, file, file, file, file, file, file, file] })).toEqual([])
    expect(checkRequest(edit, { prompt: 'x', images: [file, file, file, file, file, file, file, file, file, file] })).toMatchObject([
      { problem: 'too-many-files', limit: 9 },
    ])
    expect(checkRequest(edit, { prompt: 'x' })).toMatchObject([{ field: 'images', problem: 'missing', limit: 'images, image_path' }])
  })

  it.each(['ftp://a/b', 'a.png', 'https://', 'https:// a', 'javascript:alert(1)'])('refuses %s as a URL', (address) => {
    expect(stops(modelNamed('wan2p2-i2v-14b-turbo'), { prompt: 'x', image_url: address })).toMatchObject([{ problem: 'not-an-address' }])
  })

  it('warns of a URL that only this machine can reach', () => {
    const video = modelNamed('wan2p2-i2v-14b-turbo')
    for (const address of ['http://localhost:8000/a.png', 'http://127.0.0.1/a.png', 'https://[::1]:1/a'])
      expect(checkRequest(video, { prompt: 'x', image_url: address })).toMatchObject([{ problem: 'not-an-address', isWarning: true }])
    expect(checkRequest(video, { prompt: 'x', image_url: 'https://localhost.example.com/a.png' })).toEqual([])
  })

  it('names what the model has no field for', () => {
    expect(checkRequest(qwen, { text: 'Hi', seed: 3 })).toEqual([
      { field: 'seed', problem: 'not-supported', limit: null, isWarning: false },
    ])
  })
})

describe('shapeRequest', () => {
  it('generates with JSON and edits with a form in edit mode, by the same model', () => {
    const image = modelNamed('eigen-image')
    expect(shapeRequest(image, { prompt: 'a boat', width: 768 })).toEqual({
      encoding: 'json',
      parts: [['model', 'eigen-image'], ['prompt', 'a boat'], ['width', 768]],
    })
    expect(shapeRequest(image, { images: [file], prompt: 'at night' })).toEqual({
      encoding: 'multipart',
      parts: [['model', 'eigen-image'], ['mode', 'image-editing'], ['prompt', 'at night'], ['images', [file]]],
    })
    expect(stops(image, { prompt: 'x', images: [file], width: 768 })).toMatchObject([{ field: 'width', problem: 'excluded-by' }])
  })

  it('nests dotted names into one object', () => {
    expect(shapeRequest(modelNamed('higgs2p5'), {
      'text': 'Hi',
      'sampling.top_k': 20,
      'voice_settings.speed': 1.2,
      'sampling.temperature': 0.9,
    }).parts).toEqual([
      ['model', 'higgs2p5'],
      ['text', 'Hi'],
      ['voice_settings', { speed: 1.2 }],
      ['sampling', { temperature: 0.9, top_k: 20 }],
    ])
  })

  it('sends the required values of an edit-only model, and never a default', () => {
    expect(shapeRequest(modelNamed('flux-1-kontext'), { prompt: 'x', image_path: 'https://e.com/a.png' })).toEqual({
      encoding: 'multipart',
      parts: [['model', 'flux-1-kontext'], ['mode', 'image-editing'], ['prompt', 'x'], ['image_path', 'https://e.com/a.png']],
    })
  })
})
