/** A form sends only changed fields, and names the field that excludes another. */
import type { Field, Model } from '../../../../src-preload/contract/models.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ModelId } from '../../../../src-preload/contract/words.ts'
import {
  anotherSeed,
  excludedBy,
  fieldsThatFit,
  rangeOf,
  sectionsOf,
  withField,
  wordsOfName,
} from '../../../../src-renderer/parts/fields/field-form.ts'

function field(name: string, more: Partial<Field> = {}): Field {
  return {
    name,
    type: 'line',
    isRequired: false,
    min: null,
    max: null,
    step: null,
    default: null,
    choices: null,
    maxCharacters: null,
    accepts: null,
    maxFiles: null,
    maxClipSeconds: null,
    excludes: [],
    group: 'main',
    help: '',
    ...more,
  }
}

function modelWith(fields: Field[]): Model {
  return {
    id: ModelId.parse('m'),
    kind: 'speech',
    label: 'M',
    summary: '',
    fields,
    encoding: 'multipart',
    fixed: {},
    presets: [],
    canStream: false,
    registersVoices: false,
    seesPictures: false,
    oneOf: [],
    evidence: '',
    isBuiltIn: true,
    isHidden: false,
  }
}

describe('excludedBy', () => {
  const model = modelWith([field('voice', { excludes: ['voice_id'] }), field('voice_id'), field('text')])

  it('works in both directions, whichever field declares it', () => {
    expect(excludedBy(model, { voice: 'Ryan' }, model.fields[1]!)).toBe('voice')
    expect(excludedBy(model, { voice_id: 'x' }, model.fields[0]!)).toBe('voice_id')
  })

  it('never disables a filled field: it must be possible to empty it', () => {
    expect(excludedBy(model, { voice: 'Ryan', voice_id: 'x' }, model.fields[0]!)).toBeNull()
  })

  it('does not affect other fields', () => {
    expect(excludedBy(model, { voice: 'Ryan' }, model.fields[2]!)).toBeNull()
  })
})

describe('sectionsOf', () => {
  const model = modelWith([field('seed', { group: 'sampling' }), field('text'), field('voice', { group: 'voice' })])

  it('puts main fields first, folds rarely used ones, and counts the set ones', () => {
    const sections = sectionsOf(model, { seed: 3 }, [{ field: 'seed', problem: 'too-large', limit: 2, isWarning: false }])
    expect(sections.map(({ group, isFoldable, touchedCount, hasIssue }) => ({ group, isFoldable, touchedCount, hasIssue }))).toEqual([
      { group: 'main', isFoldable: false, touchedCount: 0, hasIssue: false },
      { group: 'voice', isFoldable: false, touchedCount: 0, hasIssue: false },
      { group: 'sampling', isFoldable: true, touchedCount: 1, hasIssue: true },
    ])
  })

  it('leaves out fields that are shown elsewhere', () => {
    expect(sectionsOf(model, {}, [], ['text']).map(one => one.group)).toEqual(['voice', 'sampling'])
  })
})

describe('withField', () => {
  it('sets and unsets without changing other fields', () => {
    const name = fc.constantFrom('a', 'b', 'c')
    fc.assert(fc.property(fc.dictionary(name, fc.integer()), name, fc.integer(), (fields, one, value) => {
      const set = withField(fields, one, value)
      expect(set[one]).toBe(value)
      const { [one]: _, ...others } = fields
      expect(withField(set, one, undefined)).toEqual(others)
    }))
  })

  it('treats an emptied text as not set', () => {
    expect(withField({ text: 'a' }, 'text', '')).toEqual({})
  })
})

it('keeps the values that fit another model', () => {
  expect(fieldsThatFit(modelWith([field('text')]), { text: 'a', voice: 'b' })).toEqual({ text: 'a' })
})

it('turns request names into words', () => {
  expect(['voice_settings.speed', 'top_p', 'seed'].map(wordsOfName)).toEqual(['Speed', 'Top p', 'Seed'])
})

it('shows bounds only where they exist, one alone in words', () => {
  const words = { least: (bound: string) => `${bound} or more`, most: (bound: string) => `${bound} or less` }
  const ranges = [{ min: 0, max: 2 }, { min: 1 }, { max: 9 }, {}].map(bounds => rangeOf(field('a', bounds), words))
  expect(ranges).toEqual(['0 – 2', '1 or more', '9 or less', ''])
})

it('a new seed differs from the old one, within the bounds of its field', () => {
  const bounds = fc.tuple(
    fc.option(fc.integer({ min: -50, max: 50 }), { nil: null }),
    fc.option(fc.integer({ min: 51, max: 2 ** 40 }), { nil: null }),
  )
  fc.assert(fc.property(bounds, fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), ([min, max], chance) => {
    const seed = field('seed', { type: 'integer', min, max })
    const before = anotherSeed(seed, undefined, () => chance)
    const after = anotherSeed(seed, before, () => chance)
    expect(after).not.toBe(before)
    for (const value of [before, after])
      expect(Number.isSafeInteger(value) && value >= Math.max(0, min ?? 0) && value <= (max ?? Infinity)).toBe(true)
  }))
})
