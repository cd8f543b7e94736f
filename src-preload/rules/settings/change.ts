/** Carries out a change of settings: main on what it keeps, the page on what it shows until main has answered. */
import type { Preset } from '#contract/presets.ts'
import type { PresetChanges, Settings, SettingsChange } from '#contract/settings.ts'
import { freePresetName, mostOwnPresets } from '../deliver/own-presets.ts'

/** The settings with the change carried out. Doing it twice is the same as doing it once. */
export function changeSettings(now: Settings, { atOnce, keys, presets, ...plain }: SettingsChange): Settings {
  return {
    ...now,
    ...defined(plain),
    ...atOnce && { atOnce: { ...now.atOnce, ...defined(atOnce) } },
    ...keys && { keys: changeKeys(now.keys, keys) },
    ...presets && { presets: changePresets(now.presets, presets) },
  }
}

/** The names of the settings that a change is about. */
export function changedNames(change: SettingsChange): (keyof Settings)[] {
  // Keys of a change are keys of the settings.
  return Object.keys(defined(change)) as (keyof Settings)[]
}

function changeKeys(now: Settings['keys'], change: NonNullable<SettingsChange['keys']>): Settings['keys'] {
  const all: [string, string[] | null][] = Object.entries({ ...now, ...change })
  return Object.fromEntries(all.flatMap(([action, chords]): [string, string[]][] => chords ? [[action, chords]] : []))
}

/** No more than the list can have: those that would be added last are left out. */
function changePresets(now: readonly Preset[], { put, at, remove }: PresetChanges): Preset[] {
  const removed = new Set(remove)
  let all = now.filter(({ id }) => !removed.has(id))
  let place = at ?? all.length
  for (const preset of put) {
    const names = all.filter(({ id }) => id !== preset.id).map(({ name }) => name)
    const named = { ...preset, name: freePresetName(preset.name, names) }
    if (all.some(({ id }) => id === preset.id))
      all = all.map(each => each.id === preset.id ? named : each)
    else if (all.length < mostOwnPresets)
      all = all.toSpliced(place++, 0, named)
  }
  return all
}

function defined<Values extends object>(values: Values): { [Name in keyof Values]?: Exclude<Values[Name], undefined> } {
  // Filtering entries keeps names and values; Object.fromEntries forgets their types.
  return Object.fromEntries(Object.entries(values).filter(([, value]) =>
    value !== undefined)) as { [Name in keyof Values]?: Exclude<Values[Name], undefined> }
}
