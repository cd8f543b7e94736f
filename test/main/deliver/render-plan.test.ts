import type { Sequence, Track } from '#contract/sequences.ts'
import type { ClipId, TakeId } from '#contract/words.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { presets } from '#rules/deliver/presets.ts'
import { pictureRunsOf } from '#rules/sequence/resolve.ts'
import { freezeRender } from '../../../src-main/deliver/render-plan.ts'
import { segmentsOf } from '../../../src-main/media/render-plan.ts'
import { aTake, idOf, projectId, rates, sequenceId } from '../../seam/sequence/arbitrary.ts'

const clip = fc.record({ startFrame: fc.nat({ max: 40 }), frames: fc.integer({ min: 1, max: 20 }), inFrame: fc.nat({ max: 10 }) })
const track = fc.record({ isMuted: fc.boolean(), clips: fc.array(clip, { maxLength: 4 }) })

it('the render shows at every frame what the preview resolves', () => {
  fc.assert(fc.property(fc.array(track, { minLength: 1, maxLength: 4 }), rates, (tracks, rate) => {
    let count = 0
    const placed = tracks.map<Track>(({ isMuted, clips }) => ({
      holds: 'pictures',
      name: '',
      isMuted,
      clips: clips.map((each) => {
        count++
        return { ...each, id: idOf(count) as ClipId, takeId: idOf(count) as TakeId, fit: 'cover' }
      }),
    }))
    fc.pre(count > 0)
    const sequence: Sequence = { id: sequenceId, projectId, name: '', width: 1280, height: 720, rate, tracks: placed, revision: 1, changedAt: 0 }
    const takes = Array.from({ length: count }, (_, index) => aTake(index + 1, { medium: 'video' }))
    const plan = freezeRender({ sequence, takes, pathOf: take => take.id, preset: presets[0]!, captionMode: 'none', title: '', madeAt: 0, platform: 'linux' })
    const rendered = segmentsOf(plan)
      .flatMap(({ startFrame, frames, source }) => source ? [{ takeId: source.picture.path, startFrame, frames, inSeconds: source.picture.inSeconds + source.skippedFrames * rate.denominator / rate.numerator }] : [])
    const resolved = pictureRunsOf(sequence).map(({ takeId, startFrame, frames, inFrame }) => ({ takeId, startFrame, frames, inSeconds: expect.closeTo(inFrame * rate.denominator / rate.numerator, 9) }))
    expect(rendered).toEqual(resolved)
  }))
})
