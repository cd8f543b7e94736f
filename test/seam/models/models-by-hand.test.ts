/** Validation of custom models: everything valid is accepted, everything that could never be sent is refused. */
import type { Field, Model } from '#contract/models.ts'
import type { ModelId } from '#contract/words.ts'
import { describe, expect, it } from 'vitest'
import { checkModel } from '#rules/models/check-model.ts'
import { builtInModels } from '../../../src-main/service/catalogue/index.ts'

const base = builtInModels.find(model => model.id === 'wan2p2-i2v-14b-turbo')!
const plain: Field = { ...base.fields[0]!, name: 'extra', isRequired: false }
const withField = (more: Partial<Field>): Model => ({ ...base, fields: [...base.fields, { ...plain, ...more }] })

it('every built-in model is valid', () => {
  for (const model of builtInModels)
    expect([model.id, checkModel(model)]).toEqual([model.id, null])
})

describe('refuses and locates', () => {
  it.each<[string, Partial<Field>, RegExp]>([
    ['a name twice', { name: 'seed' }, /listed-twice/],
    ['an invalid name', { name: 'with space' }, /not-a-name/],
    ['an empty name', { name: '' }, /not-a-name/],
    ['a name that would change the prototype of its object', { name: 'a.__proto__' }, /not-a-name/],
    ['a name that nests twice', { name: 'a.b.c' }, /not-a-name/],
    ['the name of the model parameter', { name: 'model' }, /set-by-takeroom/],
    ['a name that is both an object and a value', { name: 'seed.inner' }, /value-and-group/],
    ['reversed bounds', { type: 'number', min: 3, max: 2 }, /min-above-max/],
    ['a default below the least', { type: 'number', min: 3, default: 2 }, /bad-default/],
    ['a default above the greatest', { type: 'integer', max: 3, default: 4 }, /bad-default/],
    ['a default that is not whole', { type: 'integer', default: 1.5 }, /bad-default/],
    ['a default of another type', { type: 'number', default: 'much' }, /bad-default/],
    ['a step of zero', { type: 'number', step: 0 }, /step-above-0/],
    ['no choices', { type: 'choice', choices: [] }, /no-choices/],
    ['no choices at all', { type: 'choice' }, /no-choices/],
    ['a choice twice', { type: 'choice', choices: [{ value: 'a', label: 'A' }, { value: 'a', label: 'B' }] }, /listed-twice/],
    ['a default that is not a choice', { type: 'choice', choices: [{ value: 'a', label: 'A' }], default: 'b' }, /bad-default/],
    ['a default for a file', { type: 'file', default: 'x' }, /bad-default/],
    ['no accepted type of file', { type: 'file', accepts: [] }, /no-file-type/],
    ['less than one file', { type: 'files', maxFiles: 0 }, /at-least-one/],
    ['a clip limit of zero', { type: 'file', maxClipSeconds: 0 }, /at-least-one/],
    ['a text limit of zero', { type: 'text', maxCharacters: { count: 0, isAdvice: false } }, /at-least-one/],
    ['an exclusion of an unknown field', { excludes: ['nobody'] }, /excludes-unknown/],
    ['an exclusion of itself', { excludes: ['extra'] }, /excludes-itself/],
    ['an exclusion that leaves nothing to send', { isRequired: true, excludes: ['prompt'] }, /excludes-required/],
  ])('%s', (_what, more, said) => {
    const flaw = checkModel(withField(more))
    expect(flaw?.said).toMatch(said)
    expect([more.name ?? 'extra', 'seed', 'model']).toContain(flaw?.where)
  })

  it.each<[string, Partial<Model>, string]>([
    ['an id with an invisible space', { id: 'wan ' as ModelId }, 'id'],
    ['an id with half a surrogate pair', { id: 'wan\uD800' as ModelId }, 'id'],
    ['no label', { label: ' ' }, 'label'],
    ['an alternative that is not a field', { oneOf: [['image', 'nobody']] }, 'oneOf'],
    ['an empty alternative', { oneOf: [[]] }, 'oneOf'],
    ['another model among the fixed values', { fixed: { model: 'other' } }, 'fixed'],
    ['a field that is fixed already', { fixed: { prompt: 'x' } }, 'prompt'],
    ['a voice twice', { presets: [{ name: 'A', description: '', language: '' }, { name: 'A', description: '', language: '' }] }, 'presets'],
  ])('%s', (_what, more, where) => {
    expect(checkModel({ ...base, ...more })?.where).toBe(where)
  })
})
