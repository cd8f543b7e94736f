/** What a template has of any project: no take that is left out, no trace of a script that is left out, and all else as it was. */
import type { Clip, SequenceDocument } from '#contract/sequence-document.ts'
import type { ClipId, SequenceId, TakeId, TrackId } from '#contract/words.ts'
import type { ProjectVersion } from '../../../src-main/snapshots/project-version.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { clipsOf, endOf, tracksOf } from '#rules/sequence/document.ts'
import { plainLook, plainTrack } from '#rules/sequence/new-tracks.ts'
import { readDocument, writtenDocument } from '../../../src-main/sequences/sequence-rows.ts'
import { ProjectVersion as Shape } from '../../../src-main/snapshots/project-version.ts'
import { templateVersion } from '../../../src-main/snapshots/template-version.ts'

const idOf = (kind: number, number: number): string => `0000000${kind}-0000-7000-8000-${String(number).padStart(12, '0')}`
const takeOf = (number: number): TakeId => idOf(1, number) as TakeId
const lineOf = (number: number): string => idOf(2, number)
const aNumber = fc.nat(9)
const maybe = <T>(one: fc.Arbitrary<T>) => fc.option(one)

const aClip = fc.record({ take: maybe(aNumber), line: maybe(aNumber), crossIn: fc.nat(4), length: fc.integer({ min: 5, max: 9 }) })
const aProject = fc.record({
  lines: fc.uniqueArray(aNumber, { maxLength: 6 }),
  chosen: fc.array(maybe(aNumber), { minLength: 6, maxLength: 6 }),
  bin: fc.uniqueArray(aNumber, { maxLength: 6 }),
  still: maybe(aNumber),
  reference: maybe(aNumber),
  pictures: fc.array(aClip, { maxLength: 8 }),
  captions: fc.array(aClip, { maxLength: 4 }),
})
const someParts = fc.record({ script: fc.boolean(), ownFiles: fc.boolean(), generated: fc.boolean() })

type Drawn = typeof aProject extends fc.Arbitrary<infer Value> ? Value : never

function documentOf({ pictures, captions }: Pick<Drawn, 'pictures' | 'captions'>): SequenceDocument {
  const trackIds = [idOf(7, 0), idOf(7, 1)] as TrackId[]
  let at = 0
  type Kind = 'pictures' | 'captions'
  const placed = (all: Drawn['pictures'], of: Kind): [string, Clip][] => all.map(({ take, line, crossIn, length }, index) => {
    const timed = {
      ...{ id: idOf(of === 'pictures' ? 3 : 4, index) as ClipId, start: at, length, linkId: null },
      lineId: line === null ? null : lineOf(line) as never,
    }
    at += length
    return [timed.id, of === 'captions'
      ? { ...timed, speaker: '', text: 'Words' }
      : {
          ...{ ...timed, in: 0, sourceLength: 20, speed: 100, fadeIn: 0, fadeOut: 0, crossIn: index === 0 ? 0 : crossIn },
          ...{ takeId: take === null ? null : takeOf(take), title: null, look: plainLook },
        }]
  })
  const clips = { pictures: placed(pictures, 'pictures'), captions: placed(captions, 'captions') }
  const tracks = {
    [trackIds[0]!]: { ...plainTrack('pictures', trackIds[0]!), clips: Object.fromEntries(clips.pictures) },
    [trackIds[1]!]: { ...plainTrack('captions', trackIds[1]!), clips: Object.fromEntries(clips.captions) },
  }
  return {
    ...{ name: 'Main', width: 640, height: 360, rate: { numerator: 25, denominator: 1 }, background: '#000000' },
    ...{ inFrame: null, outFrame: null, markers: {}, trackIds, tracks: tracks as SequenceDocument['tracks'] },
  }
}

function versionOf(drawn: Drawn): ProjectVersion {
  const given = (number: number | null): string | null => number === null ? null : takeOf(number)
  return Shape.parse({
    name: 'Show',
    lines: drawn.lines.map((number, index) => ({
      ...{ id: lineOf(number), speaker: 'Ada', text: 'Words', direction: '', pauseSeconds: 0 },
      chosenTakeId: given(drawn.chosen[index] ?? null),
    })),
    castings: [{ speaker: 'Ada', modelId: 'a-model', voiceId: null, fields: '{}' }],
    sequences: [{ id: idOf(5, 0), document: writtenDocument(documentOf(drawn)) }],
    ...drawn.bin.length > 0 && { bin: drawn.bin.map(takeOf) },
    storyboard: {
      pictures: drawn.lines.slice(0, 1).map(number => ({
        ...{ id: idOf(6, number), lineIds: JSON.stringify([lineOf(number)]), prompt: 'A boat', motionPrompt: '' },
        ...{ stillTakeId: given(drawn.still), isStillGiven: drawn.still === null ? 0 : 1, shotTakeId: null, isShotGiven: 0 },
      })),
      look: {
        ...{ style: 'ink', referenceTakeId: given(drawn.reference), still: '{}' },
        shot: JSON.stringify({ whenShortOf: { [idOf(6, 0)]: 'stretch' } }),
      },
    },
    anchors: drawn.bin.slice(0, 1).map(number => ({ speaker: 'Ada', takeId: takeOf(number) })),
  })
}

/** Even ones are files of one's own. */
function keepsOf({ ownFiles, generated }: { ownFiles: boolean, generated: boolean }): (takeId: string) => boolean {
  return takeId => Number(takeId.at(-1)) % 2 === 0 ? ownFiles : generated
}

it('names no take and no line that is left out; what is left is as it was, and the same again', () => {
  fc.assert(fc.property(aProject, someParts, (drawn, parts) => {
    const version = versionOf(drawn)
    const keeps = keepsOf(parts)
    const content = templateVersion(version, { parts, keeps })
    // Looks and characters show what they are.
    const text = JSON.stringify({ ...content, storyboard: { ...content.storyboard, look: null } })
    for (const number of Array.from({ length: 10 }, (_, index) => index)) {
      if (!keeps(takeOf(number)))
        expect(text).not.toContain(takeOf(number))
      if (!parts.script)
        expect(text).not.toContain(lineOf(number))
    }
    expect(content.castings).toEqual(version.castings)
    expect(content.storyboard?.look?.referenceTakeId).toBe(version.storyboard?.look?.referenceTakeId)
    expect(content.lines.map(({ chosenTakeId: _, ...line }) => line))
      .toEqual(parts.script ? version.lines.map(({ chosenTakeId: _, ...line }) => line) : [])
    expect(Shape.safeParse(content).success).toBe(true)
    expect(templateVersion(content, { parts, keeps })).toEqual(content)
    if (parts.script && parts.ownFiles && parts.generated)
      expect(content.lines).toEqual(version.lines)
  }))
})

it('a clip that stays keeps its place, and crosses only from a clip that is there', () => {
  fc.assert(fc.property(aProject, someParts, (drawn, parts) => {
    const before = documentOf(drawn)
    const { sequences: [sequence] } = templateVersion(versionOf(drawn), { parts, keeps: keepsOf(parts) })
    const after = readDocument(sequence!.document, sequence!.id as SequenceId)
    expect({ ...after, tracks: null }).toEqual({ ...before, tracks: null })
    expect(Object.keys(after.tracks)).toEqual(Object.keys(before.tracks))
    for (const track of tracksOf(after)) {
      const former = before.tracks[track.id]!.clips as Record<string, Clip>
      const ends = new Set(clipsOf(track).map(endOf))
      for (const clip of clipsOf(track)) {
        const was = former[clip.id]!
        const crosses = 'crossIn' in was && was.crossIn > 0 && ends.has(clip.start)
        expect(clip).toEqual('crossIn' in was ? { ...was, crossIn: crosses ? was.crossIn : 0 } : was)
        if (clip.lineId === null && (!('takeId' in clip) || clip.takeId === null))
          continue
        expect(clip.lineId === null || parts.script).toBe(true)
      }
      // What needs nothing that is left out stays.
      const free = Object.values(former).filter(clip => clip.lineId === null && (!('takeId' in clip) || clip.takeId === null))
      expect(clipsOf(track).filter(clip => free.some(({ id }) => id === clip.id))).toHaveLength(free.length)
    }
  }))
})
