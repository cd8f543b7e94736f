/** The data structures for the content of the service document, and short helpers to write its rows. */

/** Values that only the test can create: files, and the id of a voice that it uploads. */
export type Stand = { readonly file: 'still' | 'clip' | 'longClip' | 'words' } | { readonly voice: 'uploaded' }
export type Value = string | number | boolean | readonly unknown[] | Stand

export type EndpointId = '1' | '2' | '2a' | '2b' | '2c' | '2d' | '2e' | '2f higgs2p5' | '2f chatterbox' | '2f qwen3-tts' | '3' | '4'

export interface Endpoint {
  readonly id: EndpointId
  readonly title: string
  readonly method: 'GET' | 'POST' | 'WebSocket'
  readonly path: string
  /** The request encoding that the document requires; null where there is no body. */
  readonly contentType: 'application/json' | 'multipart/form-data' | null
}

/** Where a parameter's value comes from. `field` is a field of the catalogue; the studio itself sets the others. */
export type Source = 'field' | 'model' | 'conversation' | 'mode' | 'upload' | 'question'

export interface Parameter {
  readonly endpoint: EndpointId
  readonly name: string
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'file' | 'object'
  readonly isRequired: boolean
  /** The document's rules for it, in few words. */
  readonly rules: string
  readonly source: Source
  readonly min?: number
  readonly max?: number
  readonly default?: string | number | boolean
  readonly oneOf?: readonly string[]
  /** How many values the document counts without listing them. */
  readonly choiceCount?: number
  readonly adviceCharacters?: number
  readonly maxSeconds?: number
  readonly accepts?: readonly string[]
  /** The members of an object, each its own field in the catalogue (`voice_settings.speed`). */
  readonly members?: readonly Member[]
  /** The models it is tested with; each of them must declare it. */
  readonly on: readonly string[]
  readonly good: Value
  readonly bad: readonly Value[]
}

export interface Member {
  readonly name: string
  readonly type: 'number' | 'integer'
  readonly default: number
  readonly good: number
  readonly bad: readonly number[]
}

type More = Partial<Omit<Parameter, 'endpoint' | 'name' | 'rules'>>
type Row = readonly [name: string, rules: string, kind: More, more?: More]

/** Rows of one table of the document, all tested with the same models unless a row says otherwise. */
export function table(endpoint: EndpointId, on: readonly string[], rows: readonly Row[]): Parameter[] {
  return rows.map(([name, rules, kind, more]) => ({
    endpoint,
    name,
    rules,
    type: 'string',
    isRequired: false,
    source: 'field',
    on,
    good: 'something',
    bad: [7],
    ...kind,
    ...more,
  }))
}

// Typical values for each type; a row states only what differs.
export const text: More = { type: 'string', good: 'something', bad: [7] }
export const address: More = { type: 'string', good: 'https://example.org/sample', bad: ['not an address', 7] }
export const flag: More = { type: 'boolean', good: true, bad: ['maybe', 7] }
export const whole: More = { type: 'integer', good: 7, bad: [1.5, 'many'] }
export const number: More = { type: 'number', good: 2.5, bad: ['much'] }
export const picture: More = { type: 'file', good: { file: 'still' }, bad: [{ file: 'words' }] }
export const sound: More = { type: 'file', good: { file: 'clip' }, bad: [{ file: 'words' }] }

export function choice(...oneOf: readonly string[]): More {
  return { type: 'string', oneOf, good: oneOf.at(-1) ?? '', bad: ['none of these', 7] }
}

export function range(min: number, max: number): More {
  return { min, max, bad: [min - 1, max + 1, 'much'] }
}

/** The name of the test that sends a parameter, for the test itself and for the generated table. */
export function nameOf({ endpoint, name }: Pick<Parameter, 'endpoint' | 'name'>): string {
  return `${endpoint} · ${name}`
}
