/**
 * Speed ramps in an MLT file: melt, with its own time map, shows the frames of the source that the studio delivers.
 *
 * @module-tag all
 */
import type { RampPoint } from '#contract/ramp.ts'
import { expect, it, onTestFinished } from 'vitest'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { openMediaKit } from '../../kit/media.ts'
import { clipId, documentOf, picture, pictureTrack, takeId } from '../../kit/sequence.ts'
import { meltedAndDelivered, meltedSize, patternedTakes } from '../../kit/truth/melted.ts'

it('looks as it is delivered: even, eased and held, forwards and backwards, cut', async () => {
  const media = await openMediaKit()
  onTestFinished(() => media.close())
  const shot = { takeId: takeId(1), in: 20, sourceLength: 300 }
  const points: RampPoint[] = [
    { at: 0, speed: 50, easing: 'linear' },
    { at: 20, speed: 200, easing: 'ease' },
    { at: 35, speed: 30, easing: 'hold' },
    { at: 45, speed: 150, easing: 'hold' },
  ]
  const film = documentOf(pictureTrack(1, [picture(1, 0, 60, shot), picture(2, 200, 60, shot)]))
  const ramped = applyEdits({ ...film, ...meltedSize, inFrame: 5 }, [
    { do: 'setRamp', clipIds: [clipId(1), clipId(2)], points, ripples: false },
    { do: 'setReversed', clipIds: [clipId(2)], isReversed: true },
    { do: 'move', clipIds: [clipId(2)], byFrames: -130, toTracks: {}, how: 'overwrite' },
  ]).document
  const moments = Array.from({ length: 95 }, (_, at) => 5 + at)
  const { frames, other } = await meltedAndDelivered(ramped, { takes: await patternedTakes(media), media, moments })
  expect(frames[0]).toBe(frames[1])
  expect(other).toEqual([])
}, 60_000)
