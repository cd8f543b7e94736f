/** The options of `takeroom deliver`. Pure. */
import { SoundTags } from '#contract/sound-tags.ts'
import { UsageError } from './usage-error.ts'

export interface DeliverCommand {
  readonly name: 'deliver'
  readonly folder: string | undefined
  readonly isJson: boolean
  /** Null lists what there is to deliver. */
  readonly order: DeliverWords | null
}

export interface DeliverWords {
  readonly project: string
  readonly sequence: string | null
  readonly presetId: string
  readonly captionMode: 'burned' | 'soft' | 'sidecar' | 'none' | null
  /** In seconds. */
  readonly range: { readonly from: number, readonly to: number } | null
  /** Null: where there is a certificate, and the file can carry it. */
  readonly isSigned?: boolean | null | undefined
  /** Those that were given. */
  readonly tags?: Partial<SoundTags> | undefined
  /** A picture, as it was typed. */
  readonly cover?: string | null | undefined
  /** The frame of a still, in seconds. */
  readonly frameAt?: number | null | undefined
  /** A file, or a folder for other machines; as it was typed. */
  readonly into: { readonly out: string } | { readonly plan: string }
  readonly replaces: boolean
}

export type Value = string | boolean | readonly string[] | undefined
export type Values = Readonly<Record<string, Value>>

export const deliverOptions = {
  'folder': { type: 'string' },
  'preset': { type: 'string' },
  'out': { type: 'string' },
  'plan': { type: 'string' },
  'sequence': { type: 'string' },
  'captions': { type: 'string' },
  'range': { type: 'string' },
  'title': { type: 'string' },
  'artist': { type: 'string' },
  'album': { type: 'string' },
  'track': { type: 'string' },
  'year': { type: 'string' },
  'comment': { type: 'string' },
  'cover': { type: 'string' },
  'frame': { type: 'string' },
  'force': { type: 'boolean' },
  'sign': { type: 'boolean' },
  'no-sign': { type: 'boolean' },
  'json': { type: 'boolean' },
  'list': { type: 'boolean' },
} as const

const captionModes = { burned: 'burned', embedded: 'soft', sidecar: 'sidecar', none: 'none' } as const

/** @throws UsageError */
export function readDeliver(values: Values, words: readonly string[]): Pick<DeliverCommand, 'isJson' | 'order'> {
  const isJson = values.json === true
  if (values.list === true) {
    if (words.length > 0 || Object.keys(values).some(name => !['list', 'json', 'folder'].includes(name)))
      throw new UsageError('list-alone', {})
    return { isJson, order: null }
  }
  const [project, ...more] = words
  if (project === undefined || project === '' || more.length > 0)
    throw new UsageError('one-project', {})
  return {
    isJson,
    order: {
      project,
      sequence: typeof values.sequence === 'string' ? values.sequence : null,
      presetId: required(values, 'preset'),
      captionMode: readCaptions(values.captions),
      range: readRange(values.range),
      isSigned: readSign(values),
      tags: readTags(values),
      cover: typeof values.cover === 'string' ? values.cover : null,
      frameAt: readFrame(values),
      into: readInto(values),
      replaces: values.force === true,
    },
  }
}

function required(values: Values, name: 'preset' | 'out'): string {
  const value = values[name]
  if (typeof value !== 'string')
    throw new UsageError(`no-${name}-option`, {})
  return value
}

function readInto(values: Values): DeliverWords['into'] {
  const { plan, out, force } = values
  if (typeof plan !== 'string')
    return { out: required(values, 'out') }
  if (out !== undefined || force === true)
    throw new UsageError('plan-or-out', {})
  return { plan }
}

const tagNames = ['title', 'artist', 'album', 'track', 'year', 'comment'] as const

const knownTags: ReadonlySet<string> = new Set(tagNames)

export function isTagName(name: string): boolean {
  return knownTags.has(name)
}

function readTags(values: Values): Partial<SoundTags> {
  return Object.fromEntries(tagNames.flatMap((name) => {
    const value = values[name]
    if (value === undefined)
      return []
    if (!SoundTags.shape[name].safeParse(value).success)
      throw new UsageError('bad-tag', { name })
    return [[name, value]]
  }))
}

function readFrame({ frame, range }: Values): number | null {
  if (frame === undefined)
    return null
  if (range !== undefined)
    throw new UsageError('frame-or-range', {})
  const seconds = secondsOf(String(frame))
  if (Number.isNaN(seconds))
    throw new UsageError('bad-time', { value: String(frame) })
  return seconds
}

function readSign(values: Values): boolean | null {
  if (values.sign === true && values['no-sign'] === true)
    throw new UsageError('sign-or-not', {})
  if (values.sign === true && values.plan !== undefined)
    throw new UsageError('plan-signed', {})
  return values.sign === true ? true : values['no-sign'] === true ? false : null
}

function readCaptions(value: Value): DeliverWords['captionMode'] {
  if (value === undefined)
    return null
  if (typeof value !== 'string' || !Object.hasOwn(captionModes, value))
    throw new UsageError('bad-captions', { choices: Object.keys(captionModes) })
  return captionModes[value as keyof typeof captionModes] // A key, as was just checked.
}

function readRange(value: Value): DeliverWords['range'] {
  if (value === undefined)
    return null
  const [from, to, ...more] = String(value).split('-').map(secondsOf)
  if (from === undefined || to === undefined || Number.isNaN(from) || Number.isNaN(to) || more.length > 0)
    throw new UsageError('bad-range', { value: String(value) })
  if (to <= from)
    throw new UsageError('range-ends-early', { value: String(value) })
  return { from, to }
}

/** `75`, `1:15`, `0:01:15.5`; NaN for anything else. */
function secondsOf(text: string): number {
  return /^(?:\d{1,4}:)?(?:[0-5]?\d:)?[0-5]?\d(?:\.\d+)?$|^\d{1,6}(?:\.\d+)?$/.test(text)
    ? text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
    : Number.NaN
}
