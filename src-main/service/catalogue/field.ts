/** Helpers for catalogue entries: only what differs from a plain optional parameter is written down. */
import type { Field, Model } from '#contract/models.ts'
import type { ModelId } from '#contract/words.ts'

/** A parameter without bounds, default and exclusions, unless `more` sets them. */
export function field(name: string, type: Field['type'], group: Field['group'], help: string, more: Partial<Field> = {}): Field {
  return {
    name,
    type,
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
    group,
    help,
    ...more,
  }
}

/** A built-in model; `kind`, `fields` and the texts are required. */
export function model(
  id: string,
  entry: Pick<Model, 'kind' | 'label' | 'summary' | 'fields' | 'encoding' | 'evidence'> & Partial<Model>,
): Model {
  return {
    fixed: {},
    presets: [],
    canStream: false,
    registersVoices: false,
    seesPictures: false,
    oneOf: [],
    isBuiltIn: true,
    isHidden: false,
    ...entry,
    // The brand exists only in types, and the catalogue's ids are constants.
    id: id as ModelId,
  }
}

/** Choices whose label is the value itself. */
export function choices(...values: readonly string[]): { value: string, label: string }[] {
  return values.map(value => ({ value, label: value }))
}

export const documented = 'Service document'
export const observed = 'Public clients of the live service'
