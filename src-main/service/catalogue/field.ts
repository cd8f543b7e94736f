/** The short way to write a catalogue entry down: only what differs from a plain optional parameter. */
import type { Field, Model } from '#contract/models.ts'
import type { ModelId } from '#contract/words.ts'

/** A parameter with no bounds, no default and nothing that it excludes, unless `more` says so. */
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

/** A built-in model; `kind`, `fields` and the texts have no sensible default. */
export function model(id: string, entry: Pick<Model, 'kind' | 'label' | 'summary' | 'fields' | 'encoding' | 'evidence'> & Partial<Model>): Model {
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
    // The brand exists for the compiler only, and this text is the catalogue's own.
    id: id as ModelId,
  }
}

/** Choices whose label is the value itself. */
export function choices(...values: readonly string[]): { value: string, label: string }[] {
  return values.map(value => ({ value, label: value }))
}

export const documented = 'Service document'
export const observed = 'Public clients of the live service'
