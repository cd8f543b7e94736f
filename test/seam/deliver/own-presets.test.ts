/** Own presets: what is exported is imported the same, and a file that is not whole is refused as one. */
import type { NewPreset } from '#rules/deliver/own-presets.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { withoutDirections } from '#contract/words.ts'
import { formats, isLossy } from '#rules/deliver/formats.ts'
import {
  freePresetName,
  isWholePreset,
  mostOwnPresets,
  ownPresetsIn,
  readPresetFile,
  tidyName,
  writePresetFile,
} from '#rules/deliver/own-presets.ts'
import { withFittingForm } from '#rules/deliver/picture-form.ts'
import { presets } from '#rules/deliver/presets.ts'

const changed = fc.record({
  name: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }).map(name => tidyName(withoutDirections(name))).filter(name => name !== ''),
  base: fc.constantFrom(...presets),
  codec: fc.nat(),
  width: fc.integer({ min: 8, max: 4096 }).map(half => half * 2),
  rate: fc.constantFrom(null, { numerator: 24_000, denominator: 1001 }, { numerator: 60, denominator: 1 }),
  quality: fc.constantFrom('small' as const, 'standard' as const, 'high' as const),
  encoder: fc.constantFrom('software' as const, 'hardware' as const),
  kilobits: fc.integer({ min: 32, max: 512 }),
  targetLufs: fc.integer({ min: -40, max: -5 }),
}).map(({ name, base: { id: _, ...base }, codec, kilobits, targetLufs, ...video }): NewPreset => {
  const codecs = formats[base.format].video
  return {
    ...base,
    name,
    video: base.video && withFittingForm({ ...base.video, ...video, codec: codecs[codec % codecs.length] ?? base.video.codec }),
    audio: base.audio && { ...base.audio, kilobits: isLossy(base.audio.codec) ? kilobits : null },
    loudness: base.loudness && { targetLufs, truePeakDbtp: -1 },
    captionModes: base.captionModes.toReversed(),
  }
})

it('what is exported is imported the same, as it would be kept', () => {
  fc.assert(fc.property(fc.array(changed, { minLength: 1, maxLength: 5 }), (made) => {
    expect(made.every(isWholePreset)).toBe(true)
    expect(readPresetFile(writePresetFile(made))).toEqual({ presets: made })
    const kept = made.map((preset, at) => ({ ...preset, id: `own-${at}` }))
    expect(ownPresetsIn(JSON.parse(JSON.stringify(kept)))).toEqual(kept)
    // The id is the studio's, not the file's.
    expect(readPresetFile(writePresetFile(kept))).toEqual({ presets: made })
  }), { numRuns: 60 })
})

it('any text at all is read or refused with a reason, never thrown at', () => {
  const anything = fc.oneof(fc.string(), fc.json(), fc.json().map(inside => `{"takeroom":"presets","version":1,"presets":[${inside}]}`))
  fc.assert(fc.property(anything, (text) => {
    expect(readPresetFile(text)).toEqual({ refused: expect.stringMatching(/^(?:not-presets|damaged)$/) })
  }), { numRuns: 200 })
})

const good = { ...presets[0]!, name: 'Mine' }
function file(changes: object, version = 1) {
  return JSON.stringify({ takeroom: 'presets', version, presets: [good, { ...good, ...changes }] })
}

it.each([
  ['a file of another program', '{"version": 1, "presets": []}', 'not-presets'],
  ['nothing', '', 'not-presets'],
  ['a newer file', file({ shape: 'round' }, 2), 'newer'],
  ['a huge file', file({ name: 'a'.repeat(200_000) }), 'too-large'],
  ['brackets without end', '['.repeat(150_000), 'not-presets'],
  ['more than are kept', JSON.stringify({ takeroom: 'presets', version: 1, presets: Array.from({ length: mostOwnPresets + 1 }).fill(good) }), 'damaged'],
  ['a size that nothing can encode', file({ video: { ...good.video, width: 1e9 } }), 'damaged'],
  ['an odd size', file({ video: { ...good.video, width: 1281 } }), 'damaged'],
  ['a codec that the file cannot hold', file({ video: { ...good.video, codec: 'vp9' } }), 'damaged'],
  ['a codec that is an option of ffmpeg', file({ video: { ...good.video, codec: 'h264 -f null' } }), 'damaged'],
  ['a film without a picture', file({ video: null }), 'damaged'],
  ['a million frames a second', file({ video: { ...good.video, rate: { numerator: 1e6, denominator: 1 } } }), 'damaged'],
  ['captions that it cannot have', file({ format: 'wav', video: null, audio: { codec: 'pcm', kilobits: null } }), 'damaged'],
  ['one kind of captions twice', file({ captionModes: ['none', 'none'] }), 'damaged'],
  ['no name', file({ name: '\n\t ' }), 'damaged'],
])('%s is refused', (_, text, refused) => {
  expect(readPresetFile(text)).toEqual({ refused })
})

it('a name of several rows becomes one row; one that exists gets a number, and stays short enough', () => {
  expect(readPresetFile(file({ name: ' Two\r\nrows\u2028\u0000 ' }))).toMatchObject({ presets: [{ name: 'Mine' }, { name: 'Two rows' }] })
  expect(freePresetName('Film', ['Film', 'Film 2'])).toBe('Film 3')
  expect(freePresetName('Film 2', ['Film', 'Film 2'])).toBe('Film 3')
  const longest = tidyName('x'.repeat(200))
  expect(longest).toHaveLength(80)
  expect(freePresetName(longest, [longest])).toBe(`${'x'.repeat(78)} 2`)
  expect(tidyName(`${'x'.repeat(79)}😀`)).toBe('x'.repeat(79))
})

it('of kept presets, damaged ones, doubles and those with the id of a built-in one are left out', () => {
  const own = { ...good, id: 'own-1' }
  expect(ownPresetsIn([own, { ...own, id: 'own-2', format: 'avi' }, 7, null, good, own, { ...own, id: 'own-3' }]))
    .toEqual([own, { ...own, id: 'own-3' }])
  expect(ownPresetsIn('no list')).toEqual([])
})

it('a name from a file is not shown in another direction than it has', () => {
  expect(readPresetFile(file({ name: 'gpj\u202E.exe' }))).toMatchObject({ presets: [{ name: 'Mine' }, { name: 'gpj.exe' }] })
})
