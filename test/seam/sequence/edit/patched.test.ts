/** Patches lead from one document to the next and back, touch nothing else, and are refused where they do not belong. */
import type { DocumentPatch } from '#contract/document-patch.ts'
import type { SequenceDocument } from '#contract/sequence-document.ts'
import type { ClipId } from '#contract/words.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { DocumentPatches } from '#contract/document-patch.ts'
import { clipsOf, findClip, tracksOf } from '#rules/sequence/document.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { copyForEdit, differences } from '#rules/sequence/edit/differences.ts'
import { patched, turned } from '#rules/sequence/edit/patched.ts'
import { EditRefusedError } from '#rules/sequence/edit/refused.ts'
import { documentOf, picture, pictureTrack, trackId } from '../../../kit/sequence.ts'
import { documents, editsOf } from '../edits.ts'

const edited = documents.chain(document => fc.record({
  document: fc.constant(document),
  edits: fc.array(editsOf(document), { minLength: 1, maxLength: 4 }),
}))

it('lead there and back, out of a journal too, and change neither the document nor themselves', () => {
  fc.assert(fc.property(edited, ({ document, edits }) => {
    try {
      const { patches, document: after } = applyEdits(document, edits)
      const before = JSON.stringify([document, patches])
      const there = turned(document, JSON.parse(JSON.stringify(patches)) as typeof patches)
      expect(there.document).toEqual(after)
      expect(patched(there.document, there.inverse)).toEqual(document)
      expect(DocumentPatches.safeParse(there.inverse).success).toBe(true)
      expect(JSON.stringify([document, patches])).toBe(before)
    }
    catch (error) {
      if (!(error instanceof EditRefusedError))
        throw error
    }
  }), { numRuns: 500 })
})

/** What each patch says of one part alone: a shift, as the start of each of its clips. */
function plainOf(document: SequenceDocument, patches: readonly DocumentPatch[]): DocumentPatch[] {
  return patches.flatMap((patch) => {
    if (patch.op !== 'shift')
      return [patch]
    return patch.clipIds.map((id): DocumentPatch => {
      const start = findClip(document, id as ClipId)!.clip.start + patch.by
      return { op: 'replace', path: [...patch.path, id, 'start'], value: start }
    })
  })
}

it('a shift of clips says the same as a change of each of them, there and back, in whatever order', () => {
  const distances = fc.array(fc.constantFrom(0, 3, 7, 1601), { minLength: 1, maxLength: 5 })
  let shifts = 0
  fc.assert(fc.property(edited, distances, ({ document, edits }, by) => {
    try {
      const wanted = copyForEdit(applyEdits(document, edits).document)
      tracksOf(wanted).flatMap(track => clipsOf(track)).forEach((clip, at) => clip.start += by[at % by.length]!)
      const { patches, inverse, document: after } = differences(document, wanted)
      for (const all of [patches, patches.toReversed(), plainOf(document, patches)])
        expect(patched(document, all)).toEqual(after)
      for (const all of [inverse, inverse.toReversed(), plainOf(after, inverse)])
        expect(patched(after, all)).toEqual(document)
      shifts += patches.filter(({ op }) => op === 'shift').length
    }
    catch (error) {
      if (!(error instanceof EditRefusedError))
        throw error
    }
  }), { numRuns: 500 })
  expect(shifts).toBeGreaterThan(100)
})

it('is one for all clips of a track that move by the same distance; what moves alone is a part as any other', () => {
  const all = [picture(11, 0, 10), picture(12, 10, 10), picture(13, 20, 10), picture(14, 30, 10)]
  const before = documentOf(pictureTrack(1, all))
  const [, two, three, four] = all.map(clip => clip.id)
  const at = (starts: readonly number[]) => documentOf(pictureTrack(1, all.map((clip, place) => ({ ...clip, start: starts[place]! }))))
  const path = ['tracks', trackId(1), 'clips']
  const { patches, inverse } = differences(before, at([0, 17, 27, 30]))
  expect(patches).toEqual([{ op: 'shift', path, clipIds: [two, three], by: 7 }])
  expect(inverse).toEqual([{ op: 'shift', path, clipIds: [two, three], by: -7 }])
  expect(differences(before, at([0, 11, 22, 32])).patches).toEqual([
    { op: 'replace', path: [...path, two, 'start'], value: 11 },
    { op: 'shift', path, clipIds: [three, four], by: 2 },
  ])
})

it('leave the very same objects where they change nothing', () => {
  const document = { tracks: { a: { clips: { one: { start: 1 }, two: { start: 2 } } }, b: { clips: {} } }, markers: {} }
  const after = patched(document, [{ op: 'replace', path: ['tracks', 'a', 'clips', 'one', 'start'], value: 5 }])
  expect(after).toEqual({ tracks: { a: { clips: { one: { start: 5 }, two: { start: 2 } } }, b: { clips: {} } }, markers: {} })
  expect(after.tracks.b).toBe(document.tracks.b)
  expect(after.tracks.a.clips.two).toBe(document.tracks.a.clips.two)
  expect(after.markers).toBe(document.markers)
  expect(patched(document, [])).toBe(document)
})

it('may change what a patch before them brought, and leave that patch as it is', () => {
  const patches: DocumentPatch[] = [
    { op: 'add', path: ['markers', 'm'], value: { at: 1 } },
    { op: 'replace', path: ['markers', 'm', 'at'], value: 2 },
  ]
  const { document, inverse } = turned({ markers: {} }, patches)
  expect(document).toEqual({ markers: { m: { at: 2 } } })
  expect(patches[0]).toEqual({ op: 'add', path: ['markers', 'm'], value: { at: 1 } })
  expect(patched(document, inverse)).toEqual({ markers: {} })
})

it.each<DocumentPatch[]>([
  [{ op: 'replace', path: [], value: {} }],
  [{ op: 'remove', path: ['tracks', 'none', 'clips', 'none'] }],
  [{ op: 'replace', path: ['name', 'first'], value: 'x' }],
  [{ op: 'add', path: ['__proto__', 'isAdmin'], value: true }],
  [{ op: 'add', path: ['__proto__'], value: { isAdmin: true } }],
  [{ op: 'add', path: ['constructor', 'prototype', 'isAdmin'], value: true }],
  [{ op: 'add', path: ['toString', 'isAdmin'], value: true }],
  [{ op: 'add', path: ['trackIds', 0], value: 'x' }],
  [{ op: 'add', path: ['trackIds', 9], value: 'x' }],
  [{ op: 'add', path: ['trackIds', -1], value: 'x' }],
  [{ op: 'add', path: ['trackIds', 0.5], value: 'x' }],
  [{ op: 'replace', path: ['trackIds', 'length'], value: 2 ** 31 }],
  [{ op: 'add', path: ['trackIds', 'push'], value: 'x' }],
  [{ op: 'shift', path: ['tracks', 'a', 'clips'], clipIds: ['one'], by: 1 }],
  [{ op: 'shift', path: ['tracks'], clipIds: ['one'], by: 1 }],
  [{ op: 'shift', path: ['markers'], clipIds: ['m'], by: 1 }],
  [{ op: 'shift', path: ['markers'], clipIds: ['__proto__'], by: 1 }],
])('is refused: %j', (patch) => {
  const document = { name: 'Film', trackIds: ['a'], tracks: {}, markers: { m: { at: 1 } } }
  expect(() => patched(document, [patch!])).toThrow('A patch ')
  expect(document).toEqual({ name: 'Film', trackIds: ['a'], tracks: {}, markers: { m: { at: 1 } } })
  expect({}).not.toHaveProperty('isAdmin')
})

it('a list of patches is known by its form', () => {
  const isOne = (value: unknown): boolean => DocumentPatches.safeParse(value).success
  expect(isOne([])).toBe(true)
  expect(isOne([{ op: 'add', path: ['a', 0], value: 1 }, { op: 'remove', path: ['a'] }])).toBe(true)
  const shift = { op: 'shift', path: ['tracks', 'a', 'clips'], clipIds: ['one', 'two'], by: -3 }
  expect(isOne([shift])).toBe(true)
  const elsewhere = [['tracks', 'a'], ['markers', 'a', 'clips'], ['tracks', 'a', 'clips', 'one']].map(path => ({ path }))
  for (const other of [{ by: 0.5 }, { by: '1' }, { clipIds: 'one' }, { clipIds: [1] }, ...elsewhere])
    expect(isOne([{ ...shift, ...other }]), JSON.stringify(other)).toBe(false)
  for (const odd of [null, {}, [null], [{}], [{ op: 'move', path: [] }], [{ op: 'add', path: 'a' }], [{ op: 'add', path: [{}] }], ['add']])
    expect(isOne(odd), JSON.stringify(odd)).toBe(false)
})
