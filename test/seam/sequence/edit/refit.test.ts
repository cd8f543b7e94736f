/** A sequence at another frame rate: what stays where it is, and what stays together. */
import type { SequenceDocument } from '#contract/sequence-document.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clipsOf, consumed, endFrameOf, endOf, startFrameOf, tracksOf } from '#rules/sequence/document.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { frameRates, isSameRate, rateOfFilm, rateText } from '#rules/sequence/frame-rates.ts'
import { sampleOfFrame, secondsOfFrames } from '#rules/sequence/frames.ts'
import { clipId, documentOf, picture, pictureTrack, sound, soundTrack, rate as thirty, trackId } from '../../../kit/sequence.ts'
import { documents } from '../edits.ts'

const anyRate = fc.constantFrom(...frameRates)
type Rate = typeof frameRates[number]
function at(document: SequenceDocument, rate: Rate): SequenceDocument {
  return applyEdits(document, [{ do: 'refit', width: document.width, height: document.height, rate }]).document
}
function placesOf(document: SequenceDocument) {
  return new Map(tracksOf(document).flatMap(track => clipsOf(track).map((clip) => {
    const [start, end] = [startFrameOf(track, clip, document.rate), endFrameOf(track, clip, document.rate)]
    return [clip.id, { track, clip, start, end, from: secondsOfFrames(start, document.rate), until: secondsOfFrames(end, document.rate) }]
  })))
}

describe('a sequence at another frame rate', () => {
  it('keeps each clip where it is in time, to half a frame, unless many are shorter than the new frames', () => {
    fc.assert(fc.property(documents, anyRate, (document, rate) => {
      const [before, after] = [placesOf(document), placesOf(at(document, rate))]
      const frame = rate.denominator / rate.numerator
      const isCrowded = [...before.values()].some(({ from, until }) => until - from < 2 * frame)
      fc.pre(!isCrowded)
      for (const [id, { track, from, until }] of before) {
        const now = after.get(id)!
        // Sound is somewhere within its frames, and goes along with the shot that it is cut with; captions go with their sound.
        const most = track.kind === 'pictures' ? frame / 2 : 2 * frame + document.rate.denominator / document.rate.numerator
        expect(Math.abs(now.from - from)).toBeLessThanOrEqual(most + 1e-6)
        expect(Math.abs(now.until - until)).toBeLessThanOrEqual(most + 1e-6)
      }
    }), { numRuns: 300 })
  })

  it('leaves no gap where shots touched, and lets none over another', () => {
    fc.assert(fc.property(documents, anyRate, (document, rate) => {
      const after = placesOf(at(document, rate))
      for (const track of tracksOf(document).filter(({ kind }) => kind === 'pictures')) {
        const clips = clipsOf(track)
        clips.slice(1).forEach((clip, index) => {
          const [left, right] = [after.get(clips[index]!.id)!, after.get(clip.id)!]
          expect(left.end).toBeLessThanOrEqual(right.start)
          if (endOf(clips[index]!) === clip.start)
            expect(left.end).toBe(right.start)
        })
      }
    }), { numRuns: 300 })
  })

  it('lets no clip leave its source, and takes less than a frame from where that ends', () => {
    fc.assert(fc.property(documents, anyRate, (document, rate) => {
      for (const { clip } of placesOf(at(document, rate)).values()) {
        if ('in' in clip && clip.sourceLength !== null) {
          expect(clip.in).toBeGreaterThanOrEqual(0)
          expect(clip.in + consumed(clip.length, clip.speed)).toBeLessThanOrEqual(clip.sourceLength)
        }
      }
    }), { numRuns: 300 })
  })

  it('keeps a shot and its sound cut together, and in step', () => {
    fc.assert(fc.property(anyRate, fc.nat(400), fc.integer({ min: 10, max: 300 }), fc.nat(60), (rate, start, length, into) => {
      const samples = (frames: number): number => sampleOfFrame(frames, thirty)
      const document = documentOf(
        pictureTrack(1, [picture(11, start, length, { linkId: clipId(1), in: into, sourceLength: 500 })]),
        soundTrack(2, [sound(21, start, length, { linkId: clipId(1), in: samples(into), sourceLength: samples(500) })]),
      )
      const after = placesOf(at(document, rate))
      const [shot, heard] = [after.get(clipId(11))!, after.get(clipId(21))!]
      expect([heard.start, heard.end]).toEqual([shot.start, shot.end])
      if (!('in' in shot.clip) || !('in' in heard.clip))
        throw new Error('not played')
      const offset = secondsOfFrames(shot.clip.in, rate) - shot.from - (heard.clip.in - heard.clip.start) / 48_000
      expect(Math.abs(offset)).toBeLessThanOrEqual(1.01 * rate.denominator / rate.numerator)
    }))
  })

  it('keeps a held picture the one that it is, and its source as long, however long it is held', () => {
    const held = picture(11, 0, 100, { in: 40, sourceLength: 50, isFrozen: true })
    const twentyFive = { ...documentOf(pictureTrack(1, [held])), rate: { numerator: 25, denominator: 1 } }
    expect(at(twentyFive, thirty).tracks[trackId(1)]?.clips[clipId(11)]).toEqual({ ...held, in: 48, sourceLength: 60, length: 120 })
    expect(at(at(twentyFive, thirty), twentyFive.rate)).toEqual(twentyFive)
  })

  it('changes nothing but the size at the same rate, and undo brings back every byte', () => {
    fc.assert(fc.property(documents, anyRate, (document, rate) => {
      const sized = applyEdits(document, [{ do: 'refit', width: 1080, height: 1920, rate: document.rate }])
      expect(sized.document).toEqual({ ...document, width: 1080, height: 1920 })
      expect(sized.patches.length).toBeLessThanOrEqual(2)
      expect(at(at(document, rate), rate)).toEqual(at(document, rate))
    }), { numRuns: 60 })
  })

  it('moves markers, in and out along', () => {
    const marker = { id: clipId(5) as never, at: 60, name: 'Turn' } // an id
    const document = { ...documentOf(pictureTrack(1, [picture(11, 0, 300)])), markers: { [marker.id]: marker }, inFrame: 30, outFrame: 31 }
    const after = at(document, { numerator: 24, denominator: 1 })
    expect([after.inFrame, after.outFrame, after.markers[marker.id]?.at]).toEqual([24, 25, 48])
  })
})

describe('frame rates', () => {
  it.each([
    [23.976, '23.976'],
    [23.976023976, '23.976'],
    [24, '24'],
    [25, '25'],
    [29.97, '29.97'],
    [30, '30'],
    [59.94, '59.94'],
    [60.0001, '60'],
    [15, null],
    [29.5, null],
    [null, null],
  ])('%s of a film is %s', (value, written) => {
    const found = rateOfFilm(value)
    expect(found && rateText(found)).toBe(written)
  })

  it('are all different', () => {
    expect(frameRates.filter(one => frameRates.some(other => other !== one && isSameRate(one, other)))).toEqual([])
  })
})
