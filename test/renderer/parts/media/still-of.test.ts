/** Which picture stands for an asset. */
import type { AssetId } from '#contract/words.ts'
import { expect, it } from 'vitest'
import { stillOf } from '../../../../src-renderer/parts/media/still-of.ts'

const asset = { id: 'a'.repeat(64) as AssetId, mime: 'video/mp4', hasPoster: true, isMissing: false } // the form of an asset's id

it.each([
  ['a film', {}, 'poster'],
  ['a film whose poster is not made', { hasPoster: false }, null],
  ['a picture', { mime: 'image/png' }, 'poster'],
  ['a picture without a poster', { mime: 'image/png', hasPoster: false }, 'original'],
  ['sound', { mime: 'audio/wav', hasPoster: false }, null],
  ['a picture that is missing', { mime: 'image/png', isMissing: true }, null],
] as const)('for %s', (_, more, variant) => {
  expect(stillOf({ ...asset, ...more })?.variant ?? null).toBe(variant)
})
