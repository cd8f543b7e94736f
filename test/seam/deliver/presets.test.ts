import { expect, it } from 'vitest'
import { CaptionMode } from '#contract/deliveries.ts'
import { presetById, presets } from '#rules/deliver/presets.ts'

it('every preset is found by its own id, has even sides, and offers every caption mode once', () => {
  expect(new Set(presets.map(preset => preset.id)).size).toBe(presets.length)
  for (const preset of presets) {
    expect(presetById(preset.id)).toBe(preset)
    expect([preset.width % 2, preset.height % 2]).toEqual([0, 0])
    expect([...preset.captionModes].sort()).toEqual([...CaptionMode.options].sort())
  }
})

it('loudness is that of the destination', () => {
  expect(presets.map(({ id, targetLufs, truePeakDbtp }) => [id.split('-')[0], targetLufs, truePeakDbtp])).toEqual([
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
