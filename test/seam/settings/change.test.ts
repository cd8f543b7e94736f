/** A change of settings: parts of one setting change alone, in any order, and twice is the same as once. */
import type { OwnTitle } from '#contract/own-titles.ts'
import type { Preset } from '#contract/presets.ts'
import type { SettingsChange } from '#contract/settings.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { defaultSettings, Settings, SettingsChange as SettingsChangeShape } from '#contract/settings.ts'
import { titleStyle } from '#rules/captions/style.ts'
import { presetById } from '#rules/deliver/presets.ts'
import { plainLook } from '#rules/sequence/new-tracks.ts'
import { changeSettings } from '#rules/settings/change.ts'

const base = presetById('square-1080')!
const preset = (id: string, name: string): Preset => ({ ...base, id: `own-${id}`, name })

function title(id: string, name: string): OwnTitle {
  return { id: `own-${id}`, name, text: '', style: titleStyle, look: plainLook, seconds: 4, fadeInSeconds: 0, fadeOutSeconds: 0 }
}

const at = fc.integer({ min: 1, max: 8 })
const actions = fc.constantFrom('play', 'cut', 'save', 'undo')
const names = fc.constantFrom('Wall', 'Show', 'Wall 2')
const ids = fc.constantFrom('a', 'b', 'c', 'd')
const changes: fc.Arbitrary<SettingsChange> = fc.record({
  theme: fc.constantFrom('dark', 'light', 'system'),
  trashDays: fc.option(fc.integer({ min: 1, max: 90 })),
  atOnce: fc.record({ speech: at, image: at, video: at, chat: at, render: at }, { requiredKeys: [] }),
  keys: fc.dictionary(actions, fc.option(fc.array(fc.constantFrom('a', 'b', 'mod+k'), { maxLength: 2 }))),
  presets: fc.record({
    put: fc.array(fc.tuple(ids, names).map(([id, name]) => preset(id, name)), { maxLength: 3 }),
    remove: fc.array(ids.map(id => `own-${id}`), { maxLength: 2 }),
  }),
  titles: fc.record({
    put: fc.array(fc.tuple(ids, names).map(([id, name]) => title(id, name)), { maxLength: 3 }),
    remove: fc.array(ids.map(id => `own-${id}`), { maxLength: 2 }),
  }),
}, { requiredKeys: [] })

it('whatever changes in whatever order, the settings are whole, and names of presets are different', () => {
  fc.assert(fc.property(fc.array(changes, { maxLength: 8 }), (all) => {
    const now = all.reduce(changeSettings, defaultSettings)
    expect(Settings.parse(now)).toEqual(now)
    expect(all.every(change => SettingsChangeShape.safeParse(change).success)).toBe(true)
    expect(new Set(now.presets.map(({ name }) => name)).size).toBe(now.presets.length)
    expect(new Set(now.presets.map(({ id }) => id)).size).toBe(now.presets.length)
    expect(new Set(now.titles.map(({ name }) => name)).size).toBe(now.titles.length)
  }))
})

it('a change twice is the change once', () => {
  fc.assert(fc.property(changes, changes, (first, change) => {
    const once = changeSettings(changeSettings(defaultSettings, first), change)
    const names = (settings: Settings) => [...settings.presets, ...settings.titles].map(({ id }) => id).sort()
    expect(names(changeSettings(once, change))).toEqual(names(once))
    expect({ ...changeSettings(once, change), presets: [], titles: [] }).toEqual({ ...once, presets: [], titles: [] })
  }))
})

it('changes of different parts do not depend on their order', () => {
  const one: SettingsChange = { atOnce: { chat: 7 }, keys: { play: ['k'] }, presets: { put: [preset('a', 'Wall')], remove: [] } }
  const presets = { put: [preset('b', 'Show')], remove: ['own-x'] }
  const other: SettingsChange = { atOnce: { image: 8 }, keys: { cut: null, save: [] }, presets }
  const begin = { ...defaultSettings, keys: { cut: ['x'] }, presets: [preset('x', 'Old')] }
  const both = changeSettings(changeSettings(begin, one), other)
  const sorted = (settings: Settings) => ({ ...settings, presets: settings.presets.toSorted((a, b) => a.id.localeCompare(b.id)) })
  expect(sorted(changeSettings(changeSettings(begin, other), one))).toEqual(sorted(both))
  expect(both.atOnce).toEqual({ ...defaultSettings.atOnce, chat: 7, image: 8 })
  expect(both.keys).toEqual({ play: ['k'], save: [] })
  expect(both.presets.map(({ name }) => name)).toEqual(['Wall', 'Show'])
})

it('a preset that was deleted comes back to its place; the list never has more than fifty', () => {
  const three = { ...defaultSettings, presets: ['a', 'b', 'c'].map(id => preset(id, id)) }
  const without = changeSettings(three, { presets: { put: [], remove: ['own-b'] } })
  expect(changeSettings(without, { presets: { put: [preset('b', 'b')], at: 1, remove: [] } })).toEqual(three)
  const many = Array.from({ length: 50 }, (_, number) => preset(`m${number}`, `${number}`))
  expect(changeSettings(three, { presets: { put: many, remove: [] } }).presets).toHaveLength(50)
})
