import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Preset, PresetPurpose } from '#contract/presets.ts'
import { captionModesOf } from '#rules/deliver/formats.ts'
import { betterPreset, presetById, presetFor, presetGroups, presetOfShape, presets } from '#rules/deliver/presets.ts'
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

it('for each purpose there is one, of the shape of the sequence where it can be', () => {
  for (const purpose of PresetPurpose.options) {
    for (const size of [null, { width: 640, height: 360 }, { width: 720, height: 1280 }])
      expect(presetFor(purpose, size)?.purpose).toBe(purpose)
  }
  expect(presetFor('vertical', { width: 1080, height: 1350 })?.id).toBe('four-five-1080')
  expect(presetFor('film', { width: 720, height: 1280 })?.id).toBe('landscape-720')
})

it('loudness is that of the destination', () => {
  const targets = (group: keyof typeof presetGroups) =>
    [...new Set(presetGroups[group].flatMap(({ loudness: is }) => is ? [`${is.targetLufs} LUFS, ${is.truePeakDbtp} dBTP`] : []))]
  expect(targets('video')).toEqual(['-14 LUFS, -1 dBTP'])
  expect(targets('social')).toEqual(['-14 LUFS, -1 dBTP'])
  expect(targets('podcast')).toEqual(['-16 LUFS, -1 dBTP'])
  expect(targets('broadcast')).toEqual(['-23 LUFS, -1 dBTP', '-24 LUFS, -2 dBTP'])
  expect(targets('platform')).toEqual(['-14 LUFS, -1 dBTP', '-16 LUFS, -1 dBTP'])
  expect(targets('audio')).toEqual(['-19 LUFS, -3 dBTP', '-14 LUFS, -1 dBTP'])
  expect(targets('picture')).toEqual([])
})

describe('presets for the shape of a sequence', () => {
  const tall = { width: 1080, height: 1920 }

  it('are of its shape and nearest to its width, whatever is proposed', () => {
    const sizes = fc.record({ width: fc.integer({ min: 16, max: 7680 }), height: fc.integer({ min: 16, max: 4320 }) })
    fc.assert(fc.property(fc.oneof(sizes, fc.constantFrom(tall, { width: 640, height: 360 }, { width: 500, height: 500 })), (sequence) => {
      const found = presetOfShape(sequence)
      for (const preset of presets) {
        const better = betterPreset(preset, sequence)
        expect(better === null || better === found).toBe(true)
        if (better !== null)
          expect(betterPreset(better, sequence), 'what is proposed fits').toBeNull()
      }
    }))
  })

  it('are films: sound, pictures and what fits already have no better one', () => {
    const better = (id: string, sequence = tall): string | undefined => betterPreset(presetById(id)!, sequence)?.id
    expect(better('landscape-1080')).toBe('portrait-1080')
    expect(better('portrait-1080', { width: 3840, height: 2160 })).toBe('landscape-2160')
    expect([better('portrait-1080'), better('podcast-mp3'), better('gif-360'), better('landscape-720', { width: 1000, height: 400 })])
      .toEqual([undefined, undefined, undefined, undefined])
    const own = { ...presetById('portrait-1080')!, id: 'own-1', video: { ...presetById('portrait-1080')!.video!, width: 540, height: 960 } }
    expect(betterPreset(presetById('landscape-720')!, { width: 540, height: 960 }, [own])?.id).toBe('own-1')
  })
})
