import { expect, it } from 'vitest'
import { Preset } from '#contract/presets.ts'
import { captionModesOf } from '#rules/deliver/formats.ts'
import { presetById, presetGroups, presets } from '#rules/deliver/presets.ts'
import { deliver as english } from '../../../src-renderer/texts/en/deliver.ts'
import { deliver as chinese } from '../../../src-renderer/texts/zh/deliver.ts'

it('every preset is found by its own id, is a valid one, has a name, and offers every caption mode that its file allows once', () => {
  expect(new Set(presets.map(preset => preset.id)).size).toBe(presets.length)
  for (const preset of presets) {
    expect(presetById(preset.id)).toBe(preset)
    expect(Preset.parse(preset)).toEqual(preset)
    expect([...preset.captionModes].sort()).toEqual([...captionModesOf(preset)].sort())
    expect([english, chinese].map(texts => preset.id in texts.presets)).toEqual([true, true])
  }
})

it('loudness is that of the destination', () => {
  const targets = (group: keyof typeof presetGroups) =>
    [...new Set(presetGroups[group].flatMap(({ loudness: is }) => is ? [`${is.targetLufs} LUFS, ${is.truePeakDbtp} dBTP`] : []))]
  expect(targets('video')).toEqual(['-14 LUFS, -1 dBTP'])
  expect(targets('social')).toEqual(['-14 LUFS, -1 dBTP'])
  expect(targets('podcast')).toEqual(['-16 LUFS, -1 dBTP'])
  expect(targets('broadcast')).toEqual(['-23 LUFS, -1 dBTP'])
  expect(targets('audio')).toEqual(['-19 LUFS, -3 dBTP', '-14 LUFS, -1 dBTP'])
  expect(targets('picture')).toEqual([])
})
