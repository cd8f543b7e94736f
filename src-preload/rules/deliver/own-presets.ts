/** The user's own presets: which are whole, how they are named, and the file in which they are exchanged. */
import { z } from 'zod'
import { Preset } from '#contract/presets.ts'
import { withoutDirections } from '#contract/words.ts'
import { parsedJson } from '../plain-data.ts'
import { cutText } from '../text/cut-text.ts'
import { captionModesOf, fitsFormat, fitsRate, formats } from './formats.ts'
import { presetById } from './presets.ts'

export const mostOwnPresets = 50
const longestName = 80

/** More than fifty presets ever need. */
const mostCharacters = 200_000
const version = 1
const fastestRate = 120

/** What is exchanged; the importing studio gives it an id. */
export type NewPreset = Omit<Preset, 'id'>

const NewPreset = Preset.omit({ id: true })

/** Without control characters or more than one space in a row. */
export function tidyName(name: string): string {
  const words = name.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim()
  return words.length <= longestName ? words : cutText(words, longestName).trim()
}

/** The name itself, or with the first number that no other has in place of its own. */
export function freePresetName(wanted: string, taken: readonly string[]): string {
  const names = new Set(taken)
  const base = wanted.replace(/ \d{1,3}$/, '')
  let name = wanted
  for (let number = 2; names.has(name); number++)
    name = `${cutText(base, longestName - ` ${number}`.length)} ${number}`
  return name
}

/** Whether such a file can be made: its parts fit each other, and it has a name. */
export function isWholePreset(preset: NewPreset): boolean {
  const { name, video, captionModes } = preset
  const allowed = captionModesOf(preset)
  const rate = video?.rate ? video.rate.numerator / video.rate.denominator : null
  return name !== '' && name === tidyName(name) && fitsFormat(preset) && (rate === null || (rate >= 1 && rate <= fastestRate))
    && (!video?.rate || fitsRate(preset.format, video.rate))
    && (preset.tags === undefined || formats[preset.format].cover)
    && captionModes.every(mode => allowed.includes(mode)) && new Set(captionModes).size === captionModes.length
}

/** Of what was kept, those that are whole. */
export function ownPresetsIn(kept: unknown): Preset[] {
  const found = (Array.isArray(kept) ? kept : []).flatMap((each: unknown) => {
    const preset = Preset.safeParse(each).data
    return preset && isWholePreset(preset) && !presetById(preset.id) ? [preset] : []
  })
  return found.filter((preset, at) => found.findIndex(({ id }) => id === preset.id) === at).slice(0, mostOwnPresets)
}

export function writePresetFile(presets: readonly NewPreset[]): string {
  return `${JSON.stringify({ takeroom: 'presets', version, presets: presets.map(preset => NewPreset.parse(preset)) }, null, 2)}\n`
}

const Envelope = z.object({ takeroom: z.literal('presets'), version: z.int().min(1), presets: z.array(z.unknown()).min(1) })

/** Why a file is refused: nothing of it is taken. */
export type PresetRefusal = 'too-large' | 'not-presets' | 'newer' | 'damaged'

type ReadFile = { readonly presets: readonly NewPreset[] } | { readonly refused: PresetRefusal }

export function readPresetFile(text: string): ReadFile {
  if (text.length > mostCharacters)
    return { refused: 'too-large' }
  const envelope = Envelope.safeParse(parsedJson(text.replace(/^\uFEFF/, ''))).data
  if (!envelope)
    return { refused: 'not-presets' }
  if (envelope.version > version)
    return { refused: 'newer' }
  const read = z.array(NewPreset).max(mostOwnPresets).safeParse(envelope.presets).data
  const presets = read?.map(preset => ({ ...preset, name: tidyName(withoutDirections(preset.name)) }))
  return presets?.every(isWholePreset) ? { presets } : { refused: 'damaged' }
}
