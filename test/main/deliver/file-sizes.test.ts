/** Space of each family of files, against the rates that they are known to have; and what ffmpeg must have for each. */
import type { Sequence } from '#contract/sequence-document.ts'
import { describe, expect, it } from 'vitest'
import { presetById, presets } from '#rules/deliver/presets.ts'
import { fileBytesOf, neededBytesFor } from '../../../src-main/deliver/file-sizes.ts'
import { renderNeeds } from '../../../src-main/media/render/render-needs.ts'
import { documentOf, picture, pictureTrack } from '../../kit/sequence.ts'
import { projectId, sequenceId } from '../../seam/sequence/arbitrary.ts'

/** At 30 frames a second. */
function lasting(seconds: number): Sequence {
  return { ...documentOf(pictureTrack(1, [picture(10, 0, seconds * 30)])), id: sequenceId, projectId, revision: 1, changedAt: 0 }
}
const sized = (presetId: string, seconds: number) => ({ sequence: lasting(seconds), encoding: presetById(presetId)! })
const megabits = (presetId: string): number => fileBytesOf(sized(presetId, 100)) * 8 / 100 / 1e6

describe('a file', () => {
  it.each([
    ['landscape-1080', 4, 12],
    ['landscape-2160', 16, 40],
    ['hevc-1080', 3, 10],
    ['av1-1080', 2, 8],
    ['webm-1080', 3, 10],
    // Apple's white paper: 220 Mbit/s, and sound of 24 bits.
    ['prores-1080', 222, 260],
    ['gif-360', 8, 24],
    ['webp-360', 2, 10],
    ['podcast-mp3', 0.19, 0.2],
    ['audiobook-m4b', 0.12, 0.13],
    ['audio-opus', 0.15, 0.17],
    ['audio-flac', 1.2, 2.4],
    ['audio-wav', 2.3, 2.31],
  ])('of %s has between %d and %d Mbit/s', (presetId, least, most) => {
    expect(megabits(presetId)).toBeGreaterThanOrEqual(least)
    expect(megabits(presetId)).toBeLessThanOrEqual(most)
  })

  it('of a still does not grow with the sequence, nor does sound with its size', () => {
    expect(fileBytesOf(sized('still-png', 1))).toBe(fileBytesOf(sized('still-png', 1000)))
    const wide = { ...lasting(60), width: 3840, height: 2160 }
    expect(fileBytesOf({ sequence: wide, encoding: presetById('audio-wav')! })).toBe(fileBytesOf(sized('audio-wav', 60)))
  })

  it('needs room for itself twice, in every family', () => {
    for (const { id } of presets)
      expect(neededBytesFor(sized(id, 60)), id).toBeGreaterThan(2 * fileBytesOf(sized(id, 60)))
    // An hour as sound needs no more than an hour of its mixes; an hour of ProRes needs hundreds of gigabytes.
    expect(neededBytesFor(sized('audio-mp3', 3600))).toBeLessThan(4e9)
    expect(neededBytesFor(sized('prores-1080', 3600))).toBeGreaterThan(3 * 99e9)
  })
})

it.each([
  ['landscape-720', ['libx264', 'aac'], []],
  ['hevc-1080', ['libx265', 'aac'], []],
  ['av1-1080', ['libsvtav1', 'aac'], []],
  ['webm-1080', ['libvpx-vp9', 'libopus'], []],
  ['prores-1080', ['prores_ks', 'pcm_s24le'], []],
  ['gif-360', ['gif', 'libx264'], ['palettegen', 'paletteuse']],
  ['webp-360', ['libwebp_anim', 'libx264'], []],
  ['still-png', ['png', 'libx264'], []],
  ['audio-mp3', ['libmp3lame'], []],
  ['audio-opus', ['libopus'], []],
  ['audio-flac', ['flac'], []],
  ['audio-wav', ['pcm_s24le'], []],
])('%s needs of ffmpeg what it is made of, and nothing else', (presetId, encoders, filters) => {
  const preset = presetById(presetId)!
  expect(renderNeeds(preset, false, { encoders: new Set() })).toEqual({ encoders, filters })
  expect(renderNeeds(preset, true, { encoders: new Set() }).filters).toEqual([...preset.video ? ['ass'] : [], ...filters])
})
