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

export const deliverHelp = `  takeroom deliver PROJECT --preset NAME --out FILE
                           PROJECT is a name or an id; FILE of an image sequence is a new folder
  takeroom deliver PROJECT --preset NAME --plan DIR
                           writes a folder from which other machines make the film: GNU Parallel, Slurm, or any sh
  takeroom deliver --list  lists projects, their sequences, and presets
  --sequence NAME          which sequence of the project, where there are several
  --captions burned|embedded|sidecar|none
                           by default what is usual for the preset
  --range FROM-TO          only this part, as seconds or h:mm:ss.s; by default from the sequence's in to its out
  --frame TIME             the frame of a still; by default the first of the part
  --title, --artist, --album, --track N or N/M, --year, --comment TEXT
                           tags of a sound file; the title is the sequence's name, the others are those that the preset keeps
  --cover FILE             the picture that players show with a sound file; it is added to the library
  --sign, --no-sign        sign with Content Credentials, or do not; by default it is signed where a certificate is set up in
                           Settings and the kind of file can carry them. Its private key is read from the keychain
  --force                  replace a file that is there
  --json                   print the result as JSON
                           Ends with 0 when the file is whole, 1 when it is not, 2 for wrong arguments, 3 when another
                           Takeroom has the studio folder open, 130 when it was interrupted
`

const captionModes = { burned: 'burned', embedded: 'soft', sidecar: 'sidecar', none: 'none' } as const

/** @throws UsageError */
export function readDeliver(values: Values, words: readonly string[]): Pick<DeliverCommand, 'isJson' | 'order'> {
  const isJson = values.json === true
  if (values.list === true) {
    if (words.length > 0 || Object.keys(values).some(name => !['list', 'json', 'folder'].includes(name)))
      throw new UsageError('--list works only with --json and --folder.')
    return { isJson, order: null }
  }
  const [project, ...more] = words
  if (project === undefined || project === '' || more.length > 0)
    throw new UsageError('"deliver" needs exactly one project, by its name or id. A name with spaces needs quotes. "takeroom deliver --list" lists them.')
  return {
    isJson,
    order: {
      project,
      sequence: typeof values.sequence === 'string' ? values.sequence : null,
      presetId: required(values, 'preset', 'takeroom deliver --list" lists them'),
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

function required(values: Values, name: string, hint: string): string {
  const value = values[name]
  if (typeof value !== 'string')
    throw new UsageError(`"deliver" needs --${name}. "${hint}.`)
  return value
}

function readInto(values: Values): DeliverWords['into'] {
  const { plan, out, force } = values
  if (typeof plan !== 'string')
    return { out: required(values, 'out', 'takeroom --help" lists all options') }
  if (out !== undefined || force === true)
    throw new UsageError('--plan can’t be combined with --out or --force.')
  return { plan }
}

const tagNames = ['title', 'artist', 'album', 'track', 'year', 'comment'] as const
const tagForms: Readonly<Record<(typeof tagNames)[number], string>> = {
  title: 'at most 300 characters',
  artist: 'at most 300 characters',
  album: 'at most 300 characters',
  track: 'a number, or a number and how many there are: 3/12',
  year: 'a year of four digits',
  comment: 'at most 5,000 characters',
}

export function isTagName(name: string): boolean {
  return Object.hasOwn(tagForms, name)
}

function readTags(values: Values): Partial<SoundTags> {
  return Object.fromEntries(tagNames.flatMap((name) => {
    const value = values[name]
    if (value === undefined)
      return []
    if (!SoundTags.shape[name].safeParse(value).success)
      throw new UsageError(`--${name} is ${tagForms[name]}.`)
    return [[name, value]]
  }))
}

function readFrame({ frame, range }: Values): number | null {
  if (frame === undefined)
    return null
  if (range !== undefined)
    throw new UsageError('--frame and --range can’t be combined.')
  const seconds = secondsOf(String(frame))
  if (Number.isNaN(seconds))
    throw new UsageError(`"${String(frame)}" is not a time. Use seconds or h:mm:ss.s, like 12.5 or 1:05.`)
  return seconds
}

function readSign(values: Values): boolean | null {
  if (values.sign === true && values['no-sign'] === true)
    throw new UsageError('--sign and --no-sign can’t be combined.')
  if (values.sign === true && values.plan !== undefined)
    throw new UsageError('--plan cannot be signed: a folder for other machines cannot hold your private key. Leave out --sign.')
  return values.sign === true ? true : values['no-sign'] === true ? false : null
}

function readCaptions(value: Value): DeliverWords['captionMode'] {
  if (value === undefined)
    return null
  if (typeof value !== 'string' || !Object.hasOwn(captionModes, value))
    throw new UsageError(`--captions is one of ${Object.keys(captionModes).join(', ')}.`)
  return captionModes[value as keyof typeof captionModes] // A key, as was just checked.
}

function readRange(value: Value): DeliverWords['range'] {
  if (value === undefined)
    return null
  const [from, to, ...more] = String(value).split('-').map(secondsOf)
  if (from === undefined || to === undefined || Number.isNaN(from) || Number.isNaN(to) || more.length > 0)
    throw new UsageError(`"${String(value)}" is not a range. Use two times, like 12.5-30 or 1:05-2:00.`)
  if (to <= from)
    throw new UsageError(`--range ${String(value)} must end after it starts.`)
  return { from, to }
}

/** `75`, `1:15`, `0:01:15.5`; NaN for anything else. */
function secondsOf(text: string): number {
  return /^(?:\d{1,4}:)?(?:[0-5]?\d:)?[0-5]?\d(?:\.\d+)?$|^\d{1,6}(?:\.\d+)?$/.test(text)
    ? text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
    : Number.NaN
}
