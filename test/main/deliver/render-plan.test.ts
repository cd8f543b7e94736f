import type { PictureClip, Sequence, Track } from '#contract/sequences.ts'
import type { ClipId, TakeId } from '#contract/words.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { presets } from '#rules/deliver/presets.ts'
import { freezeRender } from '../../../src-main/deliver/render-plan.ts'
import { aTake, idOf, projectId, rates, sequenceId } from '../../seam/sequence/arbitrary.ts'

const clip = fc.record({ startFrame: fc.nat({ max: 40 }), frames: fc.integer({ min: 1, max: 20 }), inFrame: fc.nat({ max: 10 }) })
const track = fc.record({ isMuted: fc.boolean(), clips: fc.array(clip, { maxLength: 4 }) })

it('a frozen plan has, at every frame, the topmost picture of the sequence and the right frame of it', () => {
  fc.assert(fc.property(fc.array(track, { minLength: 1, maxLength: 4 }), rates, (tracks, rate) => {
    let count = 0
    const placed = tracks.map(({ isMuted, clips }) => ({
      holds: 'pictures' as const,
      name: '',
      isMuted,
      clips: clips.map((each): PictureClip => {
        count++
        return { ...each, id: idOf(count) as ClipId, takeId: idOf(count) as TakeId, fit: 'cover' }
      }),
    }))
    fc.pre(count > 0)
    const sequence: Sequence = {
      ...{ id: sequenceId, projectId, name: '', width: 1280, height: 720, revision: 1, changedAt: 0 },
      rate,
      tracks: placed satisfies Track[],
    }
    const takes = Array.from({ length: count }, (_, index) => aTake(index + 1, { medium: 'video' }))
    const plan = freezeRender({
      sequence,
      takes,
      pathOf: take => take.id,
      preset: presets[0]!,
      captionMode: 'none',
      title: '',
      madeAt: 0,
    })
    const shown = Array.from({ length: plan.durationFrames }, (_, frame) => {
      const picture = plan.pictures.find(each => each.startFrame <= frame && frame < each.startFrame + each.frames)
      return picture ? [picture.path, picture.inFrame + frame - picture.startFrame] : null
    })
    const lying = placed.filter(each => !each.isMuted).flatMap(each => each.clips)
    expect(shown).toEqual(shown.map((_, frame) => {
      const top = lying.findLast(each => each.startFrame <= frame && frame < each.startFrame + each.frames)
      return top ? [top.takeId, top.inFrame + frame - top.startFrame] : null
    }))
  }))
})
