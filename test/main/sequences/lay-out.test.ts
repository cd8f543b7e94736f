import type { Line } from '#contract/script.ts'
import type { FrameRate, Keys } from '#contract/sequence-document.ts'
import type { WhenShort } from '#contract/storyboard.ts'
import type { Take } from '#contract/takes.ts'
import type { PictureId, TakeId } from '#contract/words.ts'
import type { BoardPicture } from '../../../src-main/sequences/lay-out.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SequenceDocument } from '#contract/sequence-document.ts'
import { lintCaptions } from '#rules/captions/lint.ts'
import { endOf } from '#rules/sequence/document.ts'
import { frameAtSample, frameFromSample, framesWithin, samplesOfSeconds } from '#rules/sequence/frames.ts'
import { resolve } from '#rules/sequence/resolve.ts'
import { gapsBetween } from '#rules/sequence/runs.ts'
import { assemble } from '../../../src-main/sequences/assemble.ts'
import { emptyDocument } from '../../../src-main/sequences/empty-document.ts'
import { shownInFilm } from '../../../src-main/sequences/lay-out-project.ts'
import { layOut, leadInSeconds, tailSeconds } from '../../../src-main/sequences/lay-out.ts'
import { atOnce } from '../../kit/at-once.ts'
import { aLine, aTake, idOf, rates, sequenceId, someThingsToSee, spokenLines } from '../../seam/sequence/arbitrary.ts'

const rate = { numerator: 25, denominator: 1 }

function laidOut(
  lines: { line: Line, take: Take | null }[],
  pictures: Take[],
  rate: FrameRate,
  board: BoardPicture[] = [],
  whenShort: WhenShort | ((pictureId: PictureId) => WhenShort) = 'hold',
) {
  const size = { width: 1280, height: 720, rate }
  const choice = typeof whenShort === 'string' ? () => whenShort : whenShort
  const laid = atOnce(layOut({ ...size, lines, pictures, board, whenShort: choice, kept: new Map() }))
  const { document } = atOnce(assemble(emptyDocument(sequenceId, { name: 'Main', ...size }), sequenceId, laid, () => true))
  return { ...laid, document }
}

function still(number: number, has: Partial<Take> = {}): Take {
  return aTake(number, { medium: 'picture', kind: 'image', ...has, asset: { width: 1280, height: 720 } })
}

function shot(number: number, seconds: number, sourceTakeIds: TakeId[] = []): Take {
  return aTake(number, { medium: 'video', kind: 'video', sourceTakeIds, asset: { width: 1280, height: 720, durationSeconds: seconds } })
}

function spoken(seconds: number): { line: Line, take: Take } {
  return { line: aLine(1), take: aTake(2, { asset: { durationSeconds: seconds } }) }
}

describe('the layout of a script', () => {
  it('is a sequence in the form of the contract', () => {
    fc.assert(fc.property(spokenLines, someThingsToSee, rates, (lines, seen, rate) => {
      expect(() => SequenceDocument.parse(laidOut(lines, seen, rate).document)).not.toThrow()
    }), { numRuns: 30 })
  })

  it('never lets two clips of a track overlap', () => {
    fc.assert(fc.property(spokenLines, someThingsToSee, rates, (lines, seen, rate) => {
      const { pictures, speech, captions } = laidOut(lines, seen, rate)
      for (const clips of [pictures, speech, captions])
        clips.slice(1).forEach((clip, index) => expect(clip.start).toBeGreaterThanOrEqual(endOf(clips[index]!)))
    }))
  })

  it('shows a long line in captions that fit, at clauses, and says each word once', () => {
    const text = 'The lamp turns all night, and nobody sees it, because the boats stay far away from the rocks. '.repeat(6).trim()
    const { captions } = laidOut([{ line: aLine(1, { text }), take: aTake(2, { asset: { durationSeconds: 40 } }) }], [], rate)
    expect(captions.map(caption => caption.text).join(' ')).toBe(text)
    expect(captions.length).toBeGreaterThan(6)
    expect(captions.filter(caption => !/[,.]$/.test(caption.text))).toEqual([])
    expect(lintCaptions(captions, rate)).toEqual([])
    expect(new Set(captions.map(caption => caption.id)).size).toBe(captions.length)
  })

  it('plays every made line in order, complete, followed by at least its pause', () => {
    fc.assert(fc.property(spokenLines, rates, (lines, rate) => {
      const { speech } = laidOut(lines, [], rate)
      const made = lines.filter(({ take }) => take !== null)
      expect(speech.map(({ lineId, length, in: from }) => ({ lineId, length, in: from })))
        .toEqual(made.map(({ line, take }) => ({
          lineId: line.id,
          length: samplesOfSeconds(take?.asset.durationSeconds ?? 0),
          in: 0,
        })))
      const frameSamples = 48_000 * rate.denominator / rate.numerator
      speech.forEach(({ start }, index) => {
        const before = speech[index - 1]
        const earliest = before
          ? endOf(before) + samplesOfSeconds(made[index - 1]?.line.pauseSeconds ?? 0)
          : samplesOfSeconds(leadInSeconds)
        expect(start - earliest).toBeGreaterThanOrEqual(0)
        expect(start - earliest).toBeLessThanOrEqual(frameSamples)
      })
    }))
  })

  it('shows the captions of a line without a gap from its first sample to its last, exact to the frame', () => {
    fc.assert(fc.property(spokenLines, rates, (lines, rate) => {
      const { speech, captions } = laidOut(lines, [], rate)
      const ofLines = [...Map.groupBy(captions, ({ lineId }) => lineId).values()]
      for (const together of ofLines)
        together.slice(1).forEach((caption, index) => expect(caption.start).toBe(endOf(together[index]!)))
      expect(ofLines.map(([first, ...others]) => ({ ...first!, end: endOf(others.at(-1) ?? first!) }))
        .map(({ lineId, linkId, start, end }) => ({ lineId, linkId, startFrame: start, endFrame: end })))
        .toEqual(speech.map(({ lineId, linkId, start, length }) => ({
          lineId,
          linkId,
          startFrame: frameAtSample(start, rate),
          endFrame: frameFromSample(start + length, rate),
        })))
    }))
  })

  it('has a picture in every frame, up to the end of the last sound and the silence after it', () => {
    fc.assert(fc.property(spokenLines, someThingsToSee, rates, (lines, seen, rate) => {
      const { document, speech } = laidOut(lines, seen, rate)
      const { durationFrames: length, stretches: shown } = resolve(document)
      const last = speech.at(-1)
      if (last)
        expect(length).toBe(frameFromSample(endOf(last) + samplesOfSeconds(tailSeconds), rate))
      expect(gapsBetween(shown, length)).toEqual([])
      expect((shown.at(-1)?.startFrame ?? 0) + (shown.at(-1)?.frames ?? 0)).toBe(length)
    }))
  })

  it('never uses more of a shot than it has', () => {
    fc.assert(fc.property(spokenLines, someThingsToSee, rates, (lines, seen, rate) => {
      const { pictures } = laidOut(lines, seen, rate)
      for (const clip of pictures) {
        const seconds = seen.find(take => take.id === clip.takeId)?.asset.durationSeconds
        if (typeof seconds === 'number')
          expect(clip.length).toBeLessThanOrEqual(Math.max(1, framesWithin(seconds, rate)))
      }
    }))
  })
})

describe('pictures over a script', () => {
  it('keeps clips disabled that were', () => {
    const { line, take } = spoken(2)
    const size = { width: 1280, height: 720, rate }
    const input = { ...size, lines: [{ line, take }], pictures: [still(3)], board: [], whenShort: () => 'hold' as const }
    const first = atOnce(layOut({ ...input, kept: new Map() }))
    const all = [...first.pictures, ...first.speech, ...first.captions]
    const again = atOnce(layOut({ ...input, kept: new Map(all.map(clip => [clip.id, { ...clip, isDisabled: true as const }])) }))
    expect([...again.pictures, ...again.speech, ...again.captions]).toEqual(all.map(clip => ({ ...clip, isDisabled: true })))
  })

  it('keeps the keys of colours, while a still that grows over its whole length grows over its new one', () => {
    const { line, take } = spoken(2)
    const input = { width: 1280, height: 720, rate, pictures: [still(3)], board: [], whenShort: () => 'hold' as const }
    const [first] = atOnce(layOut({ ...input, lines: [{ line, take }], kept: new Map() })).pictures
    const tint: Keys['tint'] = [{ at: 100, value: 0.3, easing: 'hold' }]
    const kept = new Map([[first!.id, { ...first!, keys: { ...first!.keys, tint } }]])
    const [again] = atOnce(layOut({ ...input, lines: [spoken(5)], kept })).pictures
    expect(again!.length).toBeGreaterThan(first!.length)
    expect(again!.keys).toEqual({ scale: [first!.keys!.scale![0], { ...first!.keys!.scale![1], at: (again!.length - 1) * 100 }], tint })
  })

  it('a shot keeps its length while stills share the rest', () => {
    const { pictures } = laidOut([spoken(18.8)], [still(10), shot(11, 4), still(12)], rate)
    expect(pictures.map(({ takeId, length }) => [takeId, length])).toEqual([[idOf(10), 200], [idOf(11), 100], [idOf(12), 200]])
  })

  it('a shot follows the still that it was made from', () => {
    const { pictures } = laidOut([spoken(30)], [still(10), still(11), shot(12, 2, [idOf(10) as TakeId])], rate)
    expect(pictures.map(clip => clip.takeId)).toEqual([idOf(10), idOf(12), idOf(11)])
  })

  it('shots without stills repeat until the time is filled', () => {
    const { pictures, document } = laidOut([spoken(8.8)], [shot(10, 3), shot(11, 3)], rate)
    expect(pictures.map(clip => clip.takeId)).toEqual([idOf(10), idOf(11), idOf(10), idOf(11)])
    expect(pictures.reduce((sum, clip) => sum + clip.length, 0)).toBe(resolve(document).durationFrames)
  })

  it('shots that are too long together are all shortened alike, and stills are still shown', () => {
    const { pictures } = laidOut([spoken(8.8)], [still(10), shot(11, 12), shot(12, 6)], rate)
    expect(pictures.map(clip => clip.length)).toEqual([25, 150, 75])
  })

  it('without sound each still is shown for four seconds', () => {
    const { pictures, document } = laidOut([], [still(10), still(11)], rate)
    expect(pictures.map(clip => clip.length)).toEqual([100, 100])
    expect(resolve(document).durationFrames).toBe(200)
  })

  it('without pictures and sound the sequence has no length', () => {
    expect(resolve(laidOut([{ line: aLine(1), take: null }], [], rate).document).durationFrames).toBe(0)
  })

  it('a picture of another aspect ratio is letterboxed, one of nearly the same is cropped', () => {
    const square = aTake(10, { medium: 'picture', asset: { width: 1024, height: 1024 } })
    const nearly = aTake(11, { medium: 'picture', asset: { width: 1536, height: 1024 } })
    expect(laidOut([spoken(5)], [square, nearly], rate).pictures.map(clip => clip.look.fit)).toEqual(['contain', 'cover'])
  })
})

describe('the storyboard', () => {
  const lines = [10, 11, 12].map(number => ({ line: aLine(number), take: aTake(100 + number, { asset: { durationSeconds: 2 } }) }))
  const over = (take: Take, ...numbers: number[]): BoardPicture =>
    ({ pictureId: idOf(900 + numbers[0]!) as PictureId, take, lineIds: numbers.map(number => lines[number]!.line.id) })

  it('shows each picture from its first line until the next picture, and leaves no frame without one', () => {
    const { pictures, speech, document } = laidOut(lines, [still(60)], rate, [over(still(50), 0, 1), over(shot(51, 1), 2)])
    const third = frameAtSample(speech[2]!.start, rate)
    expect(pictures.map(({ takeId, lineId, start, length }) => [takeId, lineId, start, length])).toEqual([
      [idOf(50), lines[0]!.line.id, 0, third],
      [idOf(51), lines[2]!.line.id, third, resolve(document).durationFrames - third],
    ])
  })

  it('holds, repeats or slows down a shot that is shorter than its lines, or shows the next picture early', () => {
    const board = [over(shot(50, 1), 0), over(shot(51, 1.2), 1), over(still(52), 2)]
    const told = (whenShort: WhenShort) => {
      const laid = laidOut(lines, [], rate, board, whenShort)
      expect(SequenceDocument.safeParse(laid.document).success).toBe(true)
      laid.pictures.slice(1).forEach((clip, index) => expect(clip.start).toBe(endOf(laid.pictures[index]!)))
      expect(endOf(laid.pictures.at(-1)!)).toBe(laid.pictures.length > 0 ? resolve(laid.document).durationFrames : 0)
      expect(new Set(laid.pictures.map(clip => clip.id)).size).toBe(laid.pictures.length)
      return laid.pictures.map(({ takeId, length, speed, sourceLength }) => [takeId, length, speed, sourceLength])
    }
    expect(told('hold')).toEqual([[idOf(50), 69, 100, 69], [idOf(51), 59, 100, 59], [idOf(52), 70, 100, null]])
    expect(told('loop').map(([takeId, length]) => [takeId, length])).toEqual([
      [idOf(50), 25],
      [idOf(50), 25],
      [idOf(50), 19],
      [idOf(51), 30],
      [idOf(51), 29],
      [idOf(52), 70],
    ])
    expect(told('slow')).toEqual([[idOf(50), 69, 36, 25], [idOf(51), 59, 50, 30], [idOf(52), 70, 100, null]])
    expect(told('next').map(([takeId, length]) => [takeId, length])).toEqual([[idOf(50), 25], [idOf(51), 30], [idOf(52), 143]])
  })

  it('does for each short shot what is chosen for it', () => {
    const board = [over(shot(50, 1), 0), over(shot(51, 1.2), 1), over(still(52), 2)]
    const { pictures } = laidOut(lines, [], rate, board, id => id === board[0]!.pictureId ? 'loop' : 'slow')
    expect(pictures.map(({ takeId, length, speed }) => [takeId, length, speed])).toEqual([
      ...[[idOf(50), 25, 100], [idOf(50), 25, 100], [idOf(50), 19, 100]],
      ...[[idOf(51), 59, 50], [idOf(52), 70, 100]],
    ])
  })

  it('begins at the first of its lines that is made, and a picture whose lines are all silent is left out', () => {
    const silent = [lines[0]!, { ...lines[1]!, take: null }, lines[2]!]
    const { pictures } = laidOut(silent, [], rate, [over(still(50), 0), over(still(51), 1), over(still(52), 1, 2)])
    expect(pictures.map(({ takeId, lineId }) => [takeId, lineId])).toEqual([[idOf(50), lines[0]!.line.id], [idOf(52), lines[2]!.line.id]])
  })

  it('without a line that is heard, all pictures of the project are spread as before', () => {
    const { pictures } = laidOut([{ ...lines[0]!, take: null }], [still(60)], rate, [over(still(50), 0)])
    expect(pictures.map(clip => clip.takeId)).toEqual([idOf(60)])
  })
})

describe('the ids of clips', () => {
  const clipsOf = (laid: ReturnType<typeof laidOut>) => [...laid.pictures, ...laid.speech, ...laid.captions]
  const line = (
    number: number,
    has: Partial<Line> = {},
    seconds = 2,
  ) => ({ line: aLine(number, has), take: aTake(100 + number, { asset: { durationSeconds: seconds } }) })

  it('are the same for the same script and takes, and unique', () => {
    fc.assert(fc.property(spokenLines, someThingsToSee, rates, (lines, seen, rate) => {
      const clips = clipsOf(laidOut(lines, seen, rate))
      expect(clipsOf(laidOut(lines, seen.toReversed(), rate))).toEqual(clips)
      expect(new Set(clips.map(clip => clip.id)).size).toBe(clips.length)
    }))
  })

  it('stay the same when other lines are changed, removed or added, and clips move', () => {
    const seen = [still(50)]
    const before = laidOut([line(10), line(11), line(12)], seen, rate)
    const longer = laidOut([line(10), line(11, { text: 'Rather more words.' }, 3), line(12)], seen, rate)
    expect(longer.speech.map(clip => clip.id)).toEqual(before.speech.map(clip => clip.id))
    expect(longer.captions.map(clip => clip.id)).toEqual(before.captions.map(clip => clip.id))
    expect(longer.pictures.map(clip => clip.id)).toEqual(before.pictures.map(clip => clip.id))
    expect(longer.speech[0]).toEqual(before.speech[0])
    expect(longer.speech[2]?.start).toBe((before.speech[2]?.start ?? 0) + 48_000)
    const other = laidOut([line(9), line(10), line(12)], seen, rate)
    expect(other.speech.slice(1).map(clip => clip.id)).toEqual([before.speech[0]?.id, before.speech[2]?.id])
  })

  it('stay the same when another take is chosen for the line', () => {
    const [first, second] = [spoken(2), { line: spoken(2).line, take: aTake(77, { asset: { durationSeconds: 2 } }) }]
    expect(laidOut([second], [], rate).speech[0]).toEqual({ ...laidOut([first], [], rate).speech[0], takeId: idOf(77) })
  })
})

it('shows the starred pictures alone, in the order in which they were made; without a star all but those that another was made from', () => {
  const still = (number: number, has: object = {}) => aTake(number, { kind: 'image', medium: 'picture', takenAt: number, ...has })
  const shot = still(4, { kind: 'video', medium: 'video', sourceTakeIds: [still(1).id] })
  const all = [still(3), shot, still(1), still(2)]
  expect(shownInFilm(all).map(take => take.takenAt)).toEqual([2, 3, 4])
  const starred = all.map(take => ({ ...take, isStarred: take.takenAt !== 2 }))
  expect(shownInFilm(starred).map(take => take.takenAt), 'also a still with its shot').toEqual([1, 3, 4])
  expect(shownInFilm(starred.toReversed()).map(take => take.takenAt)).toEqual([1, 3, 4])
})
