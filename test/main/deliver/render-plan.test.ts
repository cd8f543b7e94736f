/** A frozen plan shows, at every frame, the pictures of `resolve` and the right frame of each, and sounds as `soundEvents` does. */
import type { PictureClip, Sequence, SoundClip, Track } from '#contract/sequence-document.ts'
import type { ClipId, TakeId, TrackId } from '#contract/words.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { presets } from '#rules/deliver/presets.ts'
import { sampleOfFrame } from '#rules/sequence/frames.ts'
import { soundEvents } from '#rules/sequence/levels.ts'
import { plainLook, plainTrack } from '#rules/sequence/new-tracks.ts'
import { resolve, sourceFrameAt, stretchAt } from '#rules/sequence/resolve.ts'
import { freezeRender } from '../../../src-main/deliver/render-plan.ts'
import { aTake, idOf, projectId, rates, sequenceId } from '../../seam/sequence/arbitrary.ts'

const played = fc.record({
  gap: fc.nat({ max: 5 }),
  length: fc.integer({ min: 1, max: 20 }),
  in: fc.nat({ max: 10 }),
  speed: fc.constantFrom(100, 100, 50, 230),
  crossIn: fc.nat({ max: 6 }),
})
const track = fc.record({ isMuted: fc.boolean(), clips: fc.array(played, { maxLength: 4 }) })
const range = fc.record({ inFrame: fc.option(fc.nat({ max: 30 })), outFrame: fc.option(fc.integer({ min: 1, max: 60 })) })

const shared = { linkId: null, lineId: null, fadeIn: 0, fadeOut: 0 }

function clipsFrom(count: { now: number }, clips: readonly (typeof played extends fc.Arbitrary<infer Played> ? Played : never)[]) {
  let end = 0
  return clips.map(({ gap, length, ...clip }) => {
    const start = end + gap
    end = start + length
    count.now++
    return { ...shared, ...clip, start, length, id: idOf(count.now) as ClipId, takeId: idOf(count.now) as TakeId, sourceLength: 1000 }
  })
}
function byId<Clip extends { id: ClipId }>(clips: readonly Clip[]): Record<ClipId, Clip> {
  return Object.fromEntries(clips.map(clip => [clip.id, clip]))
}

it('a frozen plan has all layers of each frame of the range, and all sounds in it', () => {
  const someTracks = fc.array(track, { minLength: 1, maxLength: 4 })
  fc.assert(fc.property(someTracks, track, range, rates, (tracks, sounds, { inFrame, outFrame }, rate) => {
    const count = { now: 0 }
    const pictures = tracks.map(({ isMuted, clips }, index): Track => ({
      ...plainTrack('pictures', idOf(900 + index) as TrackId),
      isMuted,
      clips: byId(clipsFrom(count, clips).map((clip): PictureClip => ({ ...clip, title: null, look: plainLook }))),
    }))
    const heard: Track = {
      ...plainTrack('sound', idOf(800) as TrackId),
      isMuted: sounds.isMuted,
      clips: byId(clipsFrom(count, sounds.clips).map((clip): SoundClip => ({
        ...clip,
        start: clip.start * 2000,
        length: clip.length * 2000,
        crossIn: clip.crossIn * 2000,
        sourceLength: 1e6,
        gainDb: -3,
        points: [],
      }))),
    }
    const all = [...pictures, heard]
    const sequence: Sequence = {
      ...{ id: sequenceId, projectId, name: '', width: 1280, height: 720, revision: 1, changedAt: 0, background: '#000000', markers: {} },
      ...{ rate, inFrame, outFrame, trackIds: all.map(each => each.id), tracks: Object.fromEntries(all.map(each => [each.id, each])) },
    }
    const takes = Array.from({ length: count.now }, (_, index) => aTake(index + 1, { medium: 'video' }))
    const { durationFrames, stretches } = resolve(sequence)
    const first = inFrame ?? 0
    const end = Math.min(outFrame ?? durationFrames, durationFrames)
    fc.pre(end > first)
    const plan = freezeRender({
      ...{ sequence, takes, pathOf: take => take.id, preset: presets[0]!, captionMode: 'none', madeAt: 0 },
    })
    expect(plan.durationFrames).toBe(end - first)
    const layersAt = (frame: number) => stretchAt(plan.stretches as never, frame)?.layers
    const planned = Array.from({ length: plan.durationFrames }, (_, frame) => layersAt(frame)?.map((at) => {
      const picture = plan.pictures[at as never as number]!
      return [picture.file?.path, sourceFrameAt(picture, frame - picture.start)]
    }))
    expect(planned).toEqual(planned.map((_, frame) => {
      const stretch = stretchAt(stretches, first + frame)
      return stretch?.layers.map(({ clip, offset }) => [clip.takeId, sourceFrameAt(clip, offset + first + frame - stretch.startFrame)])
    }))
    const from = sampleOfFrame(first, rate)
    const audible = soundEvents(sequence).filter(event => event.start < sampleOfFrame(end, rate) && event.start + event.length > from)
    expect(plan.sounds.map(({ path, start, length, levels }) => ({ path, start, length, levels })))
      .toEqual(audible.map(({ clip, start, length, levels }) => ({ path: clip.takeId, start: start - from, length, levels })))
  }))
})
