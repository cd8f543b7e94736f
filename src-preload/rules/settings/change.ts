/** Carries out a change of settings: main on what it keeps, the page on what it shows until main has answered. */
import type { Settings, SettingsChange } from '#contract/settings.ts'
import { mostOwnTitles } from '../captions/own-titles.ts'
import { freePresetName, mostOwnPresets } from '../deliver/own-presets.ts'

/** The settings with the change carried out. Doing it twice is the same as doing it once. */
export function changeSettings(now: Settings, { atOnce, keys, presets, titles, ...plain }: SettingsChange): Settings {
  return {
    ...now,
    ...defined(plain),
    ...atOnce && { atOnce: { ...now.atOnce, ...defined(atOnce) } },
    ...keys && { keys: changeKeys(now.keys, keys) },
    ...presets && { presets: changeList(now.presets, presets, mostOwnPresets) },
    ...titles && { titles: changeList(now.titles, titles, mostOwnTitles) },
  }
}

/** The list that has no room for all that the change puts into it; null where all of it fits. */
export function fullList(now: Settings, change: SettingsChange): { readonly word: 'preset' | 'title', readonly limit: number } | null {
  const { presets, titles } = changeSettings(now, change)
  const has = (all: readonly Named[], put: readonly Named[] = []): boolean => put.every(({ id }) => all.some(each => each.id === id))
  if (!has(presets, change.presets?.put))
    return { word: 'preset', limit: mostOwnPresets }
  return has(titles, change.titles?.put) ? null : { word: 'title', limit: mostOwnTitles }
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

interface Named { readonly id: string, readonly name: string }
interface ListChanges<Item> { readonly put: readonly Item[], readonly at?: number | undefined, readonly remove: readonly string[] }

/** No more than the list can have: those that would be added last are left out, and main refuses the change. */
function changeList<Item extends Named>(now: readonly Item[], { put, at, remove }: ListChanges<Item>, most: number): Item[] {
  const removed = new Set(remove)
  let all = now.filter(({ id }) => !removed.has(id))
  let place = at ?? all.length
  for (const item of put) {
    const names = all.filter(({ id }) => id !== item.id).map(({ name }) => name)
    const named = { ...item, name: freePresetName(item.name, names) }
    if (all.some(({ id }) => id === item.id))
      all = all.map(each => each.id === item.id ? named : each)
    else if (all.length < most)
      all = all.toSpliced(place++, 0, named)
  }
  return all
}

function defined<Values extends object>(values: Values): { [Name in keyof Values]?: Exclude<Values[Name], undefined> } {
  // Filtering entries keeps names and values; Object.fromEntries forgets their types.
  return Object.fromEntries(Object.entries(values).filter(([, value]) =>
    value !== undefined)) as { [Name in keyof Values]?: Exclude<Values[Name], undefined> }
}
