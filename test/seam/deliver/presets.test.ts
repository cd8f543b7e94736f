import { expect, it } from 'vitest'
import { CaptionMode, Preset } from '#contract/presets.ts'
import { presetById, presets } from '#rules/deliver/presets.ts'

it('every preset is found by its own id, is a valid one, and offers every caption mode once', () => {
  expect(new Set(presets.map(preset => preset.id)).size).toBe(presets.length)
  for (const preset of presets) {
    expect(presetById(preset.id)).toBe(preset)
    expect(Preset.parse(preset)).toEqual(preset)
    expect([...preset.captionModes].sort()).toEqual([...CaptionMode.options].sort())
  }
})

it('loudness is that of the destination', () => {
  expect(presets.map(({ id, loudness }) => [id.split('-')[0], loudness?.targetLufs, loudness?.truePeakDbtp])).toEqual([
    ['landscape', -14, -1],
    ['landscape', -14, -1],
    ['portrait', -14, -1],
    ['square', -14, -1],
    ['four', -14, -1],
    ['podcast', -16, -1],
    ['podcast', -16, -1],
    ['broadcast', -23, -1],
    ['broadcast', -23, -1],
  ])
})
