/** Match frame: the moment of the file that is seen at a frame, of the clip that a person means. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { matchAt } from '#rules/sequence/match-frame.ts'
import { resolve, sourceFrameAt, stretchAt } from '#rules/sequence/resolve.ts'
import { captionTrack, clipId, documentOf, picture, pictureTrack, sound, soundTrack, takeId } from '../../kit/sequence.ts'
import { documents } from './edits.ts'

it('is the very frame of the uppermost picture that is seen', () => {
  fc.assert(fc.property(documents, fc.nat({ max: 300 }), (document, frame) => {
    const shown = stretchAt(resolve(document).stretches, frame)?.layers.filter(({ clip }) => clip.takeId !== null).at(-1)
    // A dissolve shows a clip beyond its end: then it is the one that comes.
    const clip = shown?.clip
    fc.pre(clip !== undefined && clip.start + clip.length > frame)
    const found = matchAt(document, frame, new Set())?.moment
    const { numerator, denominator } = document.rate
    expect(found?.takeId).toBe(clip!.takeId)
    expect(Math.floor(found!.seconds * numerator / denominator)).toBe(sourceFrameAt(clip!, frame - clip!.start))
  }))
})

it('is of the selected clip there, else of a picture, else of a sound, and of none that is disabled or has no file', () => {
  const shot = { sourceLength: 90, in: 12 }
  const document = documentOf(
    pictureTrack(1, [picture(10, 0, 30, shot)]),
    pictureTrack(2, [picture(11, 0, 30, { ...shot, isDisabled: true }), picture(12, 30, 30, { takeId: null, title: null })]),
    soundTrack(3, [sound(20, 0, 60, { in: 24_000, speed: 200 })]),
    captionTrack(4, []),
  )
  expect(matchAt(document, 6, new Set())?.moment).toEqual({ takeId: takeId(10), seconds: 18.5 / 30 + 0.001 })
  expect(matchAt(document, 6, new Set([clipId(20)]))?.moment).toEqual({ takeId: takeId(20), seconds: 0.5 + 0.4 })
  expect(matchAt(document, 40, new Set([clipId(10)]))?.moment.takeId).toBe(takeId(20))
  expect(matchAt(document, 70, new Set())).toBeNull()
})

it('knows the part of the file that the clip plays, and none of a still', () => {
  const document = documentOf(
    pictureTrack(1, [
      picture(10, 0, 30, { sourceLength: 90, in: 12, speed: 200 }),
      picture(11, 30, 30),
      picture(12, 60, 30, { sourceLength: 90, in: 12, isFrozen: true }),
    ]),
    soundTrack(3, [sound(20, 100, 60, { in: 24_000, speed: 50, sourceLength: 480_000 })]),
  )
  const rangeAt = (frame: number) => matchAt(document, frame, new Set())?.range
  expect([6, 40, 70, 110].map(rangeAt)).toEqual([
    { inSeconds: 12 / 30, outSeconds: 72 / 30 },
    null,
    { inSeconds: 12 / 30, outSeconds: 13 / 30 },
    { inSeconds: 0.5, outSeconds: 1.5 },
  ])
})
