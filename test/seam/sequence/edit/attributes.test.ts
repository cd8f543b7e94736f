/** Pasting attributes: the chosen ones become those of the copied clip, nothing else changes, and one step takes it back. */
import type { Clip } from '#contract/sequence-document.ts'
import type { TitleWords } from '#contract/text-style.ts'
import type { Attribute } from '#rules/sequence/edit/attributes.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainCounter } from '#rules/captions/counter.ts'
import { plainShapes } from '#rules/captions/shape.ts'
import { titleStyle } from '#rules/captions/style.ts'
import { neutralGrade } from '#rules/colour/grade.ts'
import { clipsOf, findClip, tracksOf } from '#rules/sequence/document.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { attributeEdits, attributes, attributesFor } from '#rules/sequence/edit/attributes.ts'
import { isRefused } from '#rules/sequence/edit/in-place.ts'
import { patched } from '#rules/sequence/edit/patched.ts'
import { offsetOfKey } from '#rules/sequence/motion.ts'
import { chainOf } from '#rules/tone/presets.ts'
import { caption, captionTrack, clipId, documentOf, picture, pictureTrack, sound, soundTrack } from '../../../kit/sequence.ts'
import { documents } from '../edits.ts'

const titleWords = { text: 'A', style: titleStyle }
const chosen = fc.subarray([...attributes]).map(names => new Set<Attribute>(names))
const cases = documents
  .filter(document => tracksOf(document).some(track => !track.isLocked && clipsOf(track).length > 0))
  .chain((document) => {
    const all = tracksOf(document).flatMap(track => clipsOf(track))
    return fc.record({
      document: fc.constant(document),
      clips: fc.subarray(all, { minLength: 1 }),
      ids: fc.subarray(all.map(clip => clip.id), { minLength: 1 }),
    })
  })

/** All that pasting may not touch but by speed. */
function rest(clip: Clip): object {
  const { isDisabled, id, linkId, lineId } = clip
  return { isDisabled, id, linkId, lineId, ...'takeId' in clip && { takeId: clip.takeId, in: clip.in, sourceLength: clip.sourceLength } }
}

describe('laws', () => {
  it('what is not chosen and not selected stays, and the inverse takes all of it back', () => {
    fc.assert(fc.property(cases, chosen, ({ document, clips, ids }, names) => {
      const edits = attributeEdits(document, { clips, rate: document.rate }, ids, names)
      fc.pre(!names.has('speed') || !isRefused(document, edits))
      const { document: after, inverse } = applyEdits(document, edits)
      expect(patched(after, inverse)).toEqual(document)
      // Speed moves what follows, and what is linked takes it as well.
      for (const track of names.has('speed') ? [] : tracksOf(document)) {
        for (const clip of clipsOf(track)) {
          const now = after.tracks[track.id]!.clips[clip.id]!
          expect([now.start, now.length, rest(now)]).toEqual([clip.start, clip.length, rest(clip)])
          if (!ids.includes(clip.id) || track.isLocked)
            expect(now).toEqual(clip)
        }
      }
      // Again, it changes nothing.
      expect(applyEdits(after, attributeEdits(after, { clips, rate: document.rate }, ids, names)).document).toBe(after)
    }), { numRuns: 200 })
  })
})

const { look } = picture(0, 0, 1)
const document = documentOf(
  pictureTrack(1, [
    picture(10, 0, 60, { look: { ...look, x: 0.2, scale: 2, opacity: 0.5 }, fadeIn: 10, fadeOut: 20, sourceLength: 200, speed: 200 }),
    picture(11, 60, 15, { sourceLength: 100 }),
  ]),
  soundTrack(2, [sound(20, 0, 60, { gainDb: -6, fadeIn: 4800, points: [{ at: 0, gainDb: -3 }] }), sound(21, 60, 60)]),
  captionTrack(3, [caption(30, 0, 30)]),
)
const source = { clips: [findClip(document, clipId(10))!.clip, findClip(document, clipId(20))!.clip], rate: document.rate }
function pasted(numbers: number[], ...names: Attribute[]) {
  const after = applyEdits(document, attributeEdits(document, source, numbers.map(clipId), new Set(names))).document
  return numbers.map(number => findClip(after, clipId(number))!.clip)
}

it('gives pictures what the picture has and sounds what the sound has, as it was chosen', () => {
  expect(pasted([11, 21], 'transform', 'gain')).toMatchObject([
    { look: { x: 0.2, scale: 2, opacity: 1 }, fadeIn: 0, speed: 100 },
    { gainDb: -6, points: [{ at: 0, gainDb: -3 }], fadeIn: 0 },
  ])
  expect(pasted([11, 21], 'look', 'fades')).toMatchObject([
    { look: { x: 0, scale: 1, opacity: 0.5 }, fadeIn: 10, fadeOut: 5 },
    { gainDb: 0, fadeIn: 4800 },
  ])
  expect(pasted([11], 'speed')).toMatchObject([{ speed: 200, length: 8 }])
})

it('gives sounds the chain of a sound, and none of their own those of one that has none', () => {
  const [toned, plain] = [sound(1, 0, 30, { tone: chainOf('podcast') }), sound(2, 30, 30, { gainDb: -3 })]
  const film = documentOf(soundTrack(1, [toned, plain]))
  const given = (from: Clip, to: Clip, ...names: Attribute[]) =>
    findClip(applyEdits(film, attributeEdits(film, { clips: [from], rate: film.rate }, [to.id], new Set(names))).document, to.id)?.clip
  expect(given(toned, plain, 'tone')).toEqual({ ...plain, tone: chainOf('podcast') })
  const { tone: _, ...alone } = toned
  expect(given(plain, toned, 'tone')).toEqual(alone)
  expect(given(toned, plain, 'fades')).toEqual(plain)
})

it('offers only what the selected clips can take, and counts fades of another rate again', () => {
  expect(attributesFor(document, source, [clipId(21)])).toEqual(['fades', 'gain', 'tone', 'speed'])
  expect(attributesFor(document, { ...source, clips: source.clips.slice(1) }, [clipId(11), clipId(30)])).toEqual([])
  expect(attributesFor(document, source, [clipId(30)])).toEqual([])
  const edits = attributeEdits(document, { ...source, rate: { numerator: 60, denominator: 1 } }, [clipId(11)], new Set(['fades']))
  expect(edits).toMatchObject([{ values: { fadeIn: 5, fadeOut: 10 } }])
})

it('gives pictures the colours of a picture, and those of one without a grade', () => {
  const grade = { ...neutralGrade, exposure: 1, vignette: 0.2 }
  const one = documentOf(pictureTrack(1, [picture(10, 0, 60, { grade }), picture(11, 60, 60), picture(12, 120, 60, { grade })]))
  const give = (from: number, to: number) => {
    const { clip } = findClip(one, clipId(from))!
    const edits = attributeEdits(one, { clips: [clip], rate: one.rate }, [clipId(to)], new Set(['colour']))
    return findClip(applyEdits(one, edits).document, clipId(to))!.clip
  }
  expect(give(10, 11)).toMatchObject({ grade })
  expect(give(11, 12)).not.toHaveProperty('grade')
})

it('gives a title the look of another one, with its own words and number, and never makes words of a shape', () => {
  const drawn = (number: number, title: Partial<TitleWords>) =>
    picture(number, number * 60, 60, { takeId: null, title: { text: `Title ${number}`, style: titleStyle, ...title } })
  const big = { ...titleStyle, size: 0.3 }
  const star = { ...plainShapes.star, width: 1 }
  const one = documentOf(pictureTrack(1, [
    ...[drawn(10, { style: big, enters: 'left' }), drawn(11, { counter: plainCounter })],
    ...[drawn(12, { shape: star, leaves: 'grow' }), drawn(13, { shape: plainShapes.line })],
  ]))
  const give = (from: number, to: number) => {
    const { clip } = findClip(one, clipId(from))!
    const edits = attributeEdits(one, { clips: [clip], rate: one.rate }, [clipId(to)], new Set(['look']))
    const { clip: given } = findClip(applyEdits(one, edits).document, clipId(to))!
    return 'title' in given ? given.title : null
  }
  expect(give(10, 11)).toEqual({ text: 'Title 11', style: big, enters: 'left', counter: plainCounter })
  expect(give(11, 10)).toEqual({ text: 'Title 10', style: titleStyle })
  expect(give(12, 13)).toEqual({ text: 'Title 13', style: titleStyle, shape: star, leaves: 'grow' })
  expect(give(12, 10)).toEqual({ text: 'Title 10', style: big, enters: 'left' })
  expect(give(10, 12)).toEqual({ text: 'Title 12', style: titleStyle, shape: star, leaves: 'grow' })
})

it('gives pictures the keys of the colours with them, as far from the start of the clip, and leaves those of other things', () => {
  const key = (at: number, value: number) => ({ at, value, easing: 'ease' as const })
  const grade = { ...neutralGrade, contrast: 0.2 }
  const one = documentOf(pictureTrack(1, [
    picture(10, 0, 60, { in: 10, sourceLength: 200, grade, keys: { exposure: [key(1000, 0), key(4000, 1)], scale: [key(1000, 2)] } }),
    picture(11, 60, 60, { keys: { opacity: [key(0, 0.5)], tint: [key(0, 1)] } }),
    picture(12, 120, 60, { title: titleWords, takeId: null }),
  ]))
  const give = (to: number, ...names: Attribute[]) => {
    const { clip } = findClip(one, clipId(10))!
    const edits = attributeEdits(one, { clips: [clip], rate: one.rate }, [clipId(to)], new Set(names))
    return findClip(applyEdits(one, edits).document, clipId(to))!.clip
  }
  const opacity = [key(0, 0.5)]
  expect(give(11, 'colour')).toMatchObject({ grade, keys: { exposure: [key(0, 0), key(3000, 1)], opacity } })
  expect(give(11, 'colour')).not.toHaveProperty('keys.tint')
  expect(give(11, 'transform')).toMatchObject({ keys: { scale: [key(0, 2)], opacity, tint: [key(0, 1)] } })
  expect(give(12, 'colour', 'transform')).toMatchObject({ keys: { scale: [key(0, 2)] } })
  expect(give(12, 'colour', 'transform')).not.toHaveProperty('keys.exposure')
})

it('gives keys at the same times with the speed: even ones and ramps', () => {
  const key = (at: number, value: number) => ({ at, value, easing: 'ease' as const })
  const one = documentOf(pictureTrack(1, [
    picture(10, 0, 60, { sourceLength: 400, speed: 200, keys: { scale: [key(0, 1), key(8000, 2)] } }),
    picture(11, 60, 90, { sourceLength: 400, in: 20 }),
  ]))
  const give = (from: Clip) => {
    const edits = attributeEdits(one, { clips: [from], rate: one.rate }, [clipId(11)], new Set(['transform', 'speed']))
    const { clip } = findClip(applyEdits(one, edits).document, clipId(11))!
    return 'look' in clip ? [clip.speed, (clip.keys?.scale ?? []).map(({ at }) => Math.round(offsetOfKey(clip, at)))] : []
  }
  const { clip } = findClip(one, clipId(10))!
  expect(give(clip)).toEqual([200, [0, 40]])
  const ramped = applyEdits(one, [{
    do: 'setRamp',
    clipIds: [clipId(10)],
    points: [{ at: 0, speed: 100, easing: 'linear' }, { at: 40, speed: 300, easing: 'linear' }],
    ripples: true,
  }]).document
  const from = findClip(ramped, clipId(10))!.clip
  expect(give(from)[1]).toEqual('look' in from ? from.keys!.scale!.map(({ at }) => Math.round(offsetOfKey(from, at))) : [])
})
