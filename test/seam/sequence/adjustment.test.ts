/** Adjustment clips: edited like other clips, without what they cannot have, and seen the same however they are cut. */
import type { Keys, PictureClip, SequenceDocument } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { SequenceId } from '#contract/words.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { PictureClip as PictureClipShape } from '#contract/sequence-document.ts'
import { titleStyle } from '#rules/captions/style.ts'
import { neutralGrade } from '#rules/colour/grade.ts'
import { gradePresets } from '#rules/colour/presets.ts'
import { adjustmentClip, isAdjustment } from '#rules/sequence/adjustment.ts'
import { clipsOf, findClip } from '#rules/sequence/document.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { attributeEdits, attributesFor } from '#rules/sequence/edit/attributes.ts'
import { EditRefusedError } from '#rules/sequence/edit/refused.ts'
import { flat } from '#rules/sequence/nested/flat.ts'
import { wholeClip } from '#rules/sequence/nested/nested-clips.ts'
import { placedAt, resolve, stretchAt } from '#rules/sequence/resolve.ts'
import { clipId, documentOf, picture, pictureTrack, takeId, trackId } from '../../kit/sequence.ts'

function adjustment(number: number, start: number, length: number, has: Partial<PictureClip> = {}): PictureClip {
  return { ...adjustmentClip({ id: clipId(number), start, length }), grade: gradePresets.warm, ...has }
}
function because(document: SequenceDocument, edit: SequenceEdit): string | null {
  try {
    applyEdits(document, [edit])
    return null
  }
  catch (error) {
    if (error instanceof EditRefusedError)
      return error.because
    throw error
  }
}
const film = documentOf(pictureTrack(100, [picture(1, 0, 60)]), pictureTrack(101, [adjustment(2, 10, 40)]))

it('is a picture clip that can be stored, and is found as what it is', () => {
  const clip = adjustment(2, 10, 40)
  expect(PictureClipShape.parse(clip)).toEqual(clip)
  expect(isAdjustment(clip)).toBe(true)
  expect(isAdjustment(picture(1, 0, 60))).toBe(false)
})

it('refuses what it cannot have, with a reason, and nothing else', () => {
  const set = (values: Extract<SequenceEdit, { do: 'setPicture' }>['values']): string | null =>
    because(film, { do: 'setPicture', clipIds: [clipId(2)], values })
  const { look } = adjustment(2, 0, 1)
  const key = { at: 0, value: 0.5, easing: 'linear' as const }
  for (const values of [
    { look: { ...look, x: 0.1 } },
    { look: { ...look, scale: 2 } },
    { look: { ...look, crop: { ...look.crop, left: 0.1 } } },
    { crossIn: 5 },
    { crossIn: 5, transition: { kind: 'zoom' as const } },
    { title: { text: 'Words', style: titleStyle } },
    { keys: { x: [key] } },
  ])
    expect(set(values), JSON.stringify(values)).toBe('adjustment')
  const { cool } = gradePresets
  for (const values of [{ look: { ...look, opacity: 0.5 } }, { fadeIn: 4, fadeOut: 4 }, { keys: { opacity: [key] } }, { grade: cool }])
    expect(set(values), JSON.stringify(values)).toBeNull()
})

it('keeps its grade while it is moved, trimmed and split, and may lose all of it', () => {
  const edited = applyEdits(film, [
    { do: 'trim', clipIds: [clipId(2)], edge: 'end', byFrames: 30, ripples: false },
    { do: 'split', atFrame: 30, pieces: [{ clipId: clipId(2), newId: clipId(3) }] },
    { do: 'move', clipIds: [clipId(3)], byFrames: 5, toTracks: {}, how: 'free' },
  ]).document
  const clips = clipsOf(edited.tracks[trackId(101)]!)
  expect(clips.map(({ start, length }) => [start, length])).toEqual([[10, 20], [35, 50]])
  for (const clip of clips)
    expect(clip).toMatchObject({ isAdjustment: true, grade: gradePresets.warm, takeId: null, title: null })
  const bare = applyEdits(film, [{ do: 'setPicture', clipIds: [clipId(2)], values: { grade: neutralGrade } }])
  expect(findClip(bare.document, clipId(2))?.clip).toMatchObject({ isAdjustment: true })
  expect(findClip(bare.document, clipId(2))?.clip).not.toHaveProperty('grade')
})

it('takes colours and opacity of other clips, and gives them, but no place', () => {
  const shot = picture(1, 0, 60, { grade: gradePresets.cool, look: { ...picture(1, 0, 1).look, x: 0.3, opacity: 0.4 } })
  const document = documentOf(pictureTrack(100, [shot]), pictureTrack(101, [adjustment(2, 10, 40)]))
  const source = { clips: [shot], rate: document.rate }
  const offered = attributesFor(document, source, [clipId(2)])
  expect(offered).toContain('colour')
  expect(offered).not.toContain('transform')
  const pasted = applyEdits(document, attributeEdits(document, source, [clipId(2)], new Set(['transform', 'look', 'colour']))).document
  expect(findClip(pasted, clipId(2))?.clip).toMatchObject({ grade: gradePresets.cool, look: { x: 0, opacity: 0.4 } })
  const back = { clips: [adjustment(2, 10, 40)], rate: document.rate }
  expect(attributesFor(document, back, [clipId(1)])).not.toContain('transform')
  const given = applyEdits(document, attributeEdits(document, back, [clipId(1)], new Set(['transform', 'colour']))).document
  expect(findClip(given, clipId(1))?.clip).toMatchObject({ grade: gradePresets.warm, look: { x: 0.3 } })
})

const opacityKeys: fc.Arbitrary<Keys['opacity']> = fc.uniqueArray(fc.record({
  at: fc.integer({ min: 0, max: 3000 }),
  value: fc.integer({ min: 0, max: 100 }).map(percent => percent / 100),
  easing: fc.constantFrom('linear' as const, 'ease' as const, 'hold' as const),
}), { minLength: 1, maxLength: 4, selector: key => key.at }).map(keys => keys.sort((a, b) => a.at - b.at))

it('is as opaque at every frame after a split as before', () => {
  fc.assert(fc.property(fc.integer({ min: 2, max: 39 }), opacityKeys, (at, opacity) => {
    const document = documentOf(pictureTrack(101, [adjustment(2, 10, 40, { keys: { opacity } })]))
    const split = applyEdits(document, [{ do: 'split', atFrame: 10 + at, pieces: [{ clipId: clipId(2), newId: clipId(3) }] }]).document
    const opacityAt = (of: SequenceDocument, frame: number): number => {
      const stretch = stretchAt(resolve(of).stretches, frame)
      const layer = stretch?.layers[0]
      return stretch && layer ? placedAt(layer.clip, layer.offset + frame - stretch.startFrame).opacity : -1
    }
    for (let frame = 10; frame < 50; frame++)
      expect(opacityAt(split, frame)).toBeCloseTo(opacityAt(document, frame), 9)
  }))
})

it('of a nested sequence, is above what was below it there, for as long as that plays', () => {
  const id = 'inner' as SequenceId
  const inner = documentOf(
    pictureTrack(100, [picture(11, 0, 60)]),
    pictureTrack(101, [adjustment(12, 20, 40)]),
    pictureTrack(102, [picture(13, 0, 60)]),
  )
  const nested = { ...wholeClip({ id: clipId(5), sequenceId: id, start: 0, length: 60 }), in: 10, length: 30 }
  const outer = documentOf(pictureTrack(200, [picture(1, 0, 60)]), pictureTrack(201, [nested]), pictureTrack(202, [picture(2, 0, 60)]))
  const { stretches } = resolve(flat(outer, wanted => wanted === id ? inner : null))
  const seen = (frame: number): string[] =>
    stretchAt(stretches, frame)!.layers.map(({ clip }) => clip.isAdjustment ? 'adjustment' : String(clip.takeId))
  expect(seen(5)).toEqual([takeId(1), takeId(11), takeId(13), takeId(2)])
  expect(seen(15)).toEqual([takeId(1), takeId(11), 'adjustment', takeId(13), takeId(2)])
  expect(seen(35)).toEqual([takeId(1), takeId(2)])
})
