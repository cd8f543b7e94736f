/** The model editor: typed values are kept, and changing one part leaves no error in another. */
import type { Field, Model } from '#contract/models.ts'
import type { ModelId } from '#contract/words.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkModel } from '#rules/models/check-model.ts'
import { builtInModels } from '../../../src-main/service/catalogue/index.ts'
import { isSocketAddress } from '../../../src-renderer/rooms/settings/accounts/socket-address.ts'
import {
  fieldTypes,
  moved,
  newField,
  placeOfFlaw,
  readChoices,
  readFixed,
  readGroups,
  readPresets,
  renamed,
  withoutField,
  withType,
  writeChoices,
  writeFixed,
  writeGroups,
  writePresets,
} from '../../../src-renderer/rooms/settings/models/model-draft.ts'

const everyField: readonly Field[] = builtInModels.flatMap(model => model.fields)
const anyModel = fc.constantFrom(...builtInModels)

describe('lists as texts', () => {
  it('survive a round trip for every built-in model', () => {
    for (const model of builtInModels) {
      expect(readPresets(writePresets(model.presets)), model.id).toEqual(model.presets)
      expect(readFixed(writeFixed(model.fixed)), model.id).toEqual(model.fixed)
      expect(readGroups(writeGroups(model.oneOf)), model.id).toEqual(model.oneOf)
      for (const { choices } of model.fields)
        expect(readChoices(writeChoices(choices)), model.id).toEqual(choices ?? [])
    }
  })

  it('ignore empty lines and spaces', () => {
    expect(readChoices(' a = First \n\n b \n')).toEqual([{ value: 'a', label: 'First' }, { value: 'b', label: 'b' }])
    expect(readPresets('Ann|English\n')).toEqual([{ name: 'Ann', language: 'English', description: '' }])
  })
})

describe('a field', () => {
  it('is valid after changing its type, except for choices still to be entered', () => {
    for (const [field, type] of everyField.flatMap(field => fieldTypes.map(type => [field, type] as const))) {
      const changed = { ...withType(field, type), excludes: [] }
      const model: Model = {
        ...builtInModels[0]!,
        id: 'm' as ModelId,
        fields: [type === 'choice' && changed.choices?.length === 0 ? { ...changed, choices: [{ value: 'a', label: 'a' }] } : changed],
        oneOf: [],
        fixed: {},
      }
      expect(checkModel(model), `${field.name} as ${type}`).toBeNull()
    }
  })

  it('renamed or removed leaves no reference to its old name', () => {
    fc.assert(fc.property(anyModel, fc.nat(), (model, place) => {
      const name = model.fields[place % model.fields.length]!.name
      const wordsOf = (one: Model) => [...one.fields.flatMap(field => [field.name, ...field.excludes]), ...one.oneOf.flat()]
      expect(wordsOf(renamed(model, name, 'another_name'))).not.toContain(name)
      expect(wordsOf(withoutField(model, name))).not.toContain(name)
      expect(checkModel(renamed({ ...model, fixed: {} }, name, 'another_name'))).toBeNull()
    }))
  })

  it('moves to its new place, and no other is lost', () => {
    expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c'])
    expect(moved(['a', 'b'], 1, 2)).toEqual(['a', 'b'])
  })
})

it('an error is shown at its field, however the studio writes its path', () => {
  const model: Model = { ...builtInModels[0]!, id: 'my-model' as ModelId, fields: [newField('width')] }
  expect(placeOfFlaw('my-model › width › min', model)).toEqual({ field: 'width', place: 'width › min' })
  expect(placeOfFlaw('width', model)).toMatchObject({ field: 'width' })
  expect(placeOfFlaw('id', model)).toEqual({ field: null, place: 'id' })
})

it('a WebSocket URL must be encrypted or local', () => {
  expect([
    'wss://live.example/ws',
    ' wss://a.example ',
    'ws://127.0.0.1:8080/x',
    'ws://localhost',
  ].map(isSocketAddress)).toEqual([true, true, true, true])
  expect(['https://a.example', 'ws://a.example', 'wss://me:secret@a.example', 'a.example', ''].map(isSocketAddress)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ])
})
