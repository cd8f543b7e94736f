/** Counters: every number is shown, in order, from the first to the last, also in parts of a title that was cut in two. */
import type { PictureClip, SequenceDocument } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Counter } from '#contract/text-style.ts'
import { countedText, lastText, numberAt, plainCounter, writtenNumber } from '#rules/captions/counter.ts'
import { titleStyle } from '#rules/captions/style.ts'
import { titlesOf } from '#rules/captions/title.ts'
import { clipsOf, tracksOf } from '#rules/sequence/document.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { clipId, documentOf, picture, pictureTrack } from '../../kit/sequence.ts'

const counters: fc.Arbitrary<Counter> = fc.record({
  from: fc.integer({ min: -5000, max: 5000 }),
  to: fc.integer({ min: -5000, max: 5000 }),
  format: fc.constantFrom(...Counter.shape.format.options),
  decimals: fc.integer({ min: 0, max: 3 }),
  easing: fc.constantFrom(...Counter.shape.easing.options),
  part: fc.integer({ min: 1, max: 100 }).map(percent => percent / 100),
})

it('begin with the first number, never turn back, and stay at the last one', () => {
  fc.assert(fc.property(counters, fc.integer({ min: 2, max: 400 }), (counter, length) => {
    const { from, to, part } = counter
    const numbers = Array.from({ length }, (_, offset) => numberAt(counter, offset, length))
    const last = Math.max(1, Math.round(length * part) - 1)
    expect(numbers[0]).toBe(from)
    numbers.slice(last).forEach(number => expect(number).toBe(to))
    numbers.slice(1).forEach((number, at) => expect((number - numbers[at]!) * Math.sign(to - from)).toBeGreaterThanOrEqual(0))
  }), { examples: [[{ ...plainCounter, from: 0, to: -1, part: 0.01 }, 2]] })
})

it('show each of few numbers equally long, and the last one at the end', () => {
  const countdown: Counter = { ...plainCounter, from: 3, to: 0, part: 1 }
  const shown = Array.from({ length: 31 }, (_, offset) => numberAt(countdown, offset, 31))
  // As with every countdown, a new number is there when its time has begun.
  expect([3, 2, 1, 0].map(number => shown.filter(one => one === number).length)).toEqual([1 + 9, 10, 10, 1])
})

it('are written as chosen', () => {
  const written = (value: number, format: Counter['format'], decimals = 0): string => writtenNumber(value, { format, decimals })
  expect(written(1_234_567, 'plain')).toBe('1234567')
  expect(written(1_234_567, 'thousands')).toBe('1,234,567')
  expect(written(-1234.5, 'thousands', 2)).toBe('−1,234.50')
  expect(written(999, 'thousands')).toBe('999')
  expect(written(45, 'percent')).toBe('45%')
  expect(written(62, 'time')).toBe('1:02')
  expect(written(3723.5, 'time', 1)).toBe('1:02:03.5')
  expect(written(-0.2, 'plain')).toBe('0')
})

it('are where the sign is in the text, and in front where it is not', () => {
  const title = { text: 'Over # readers', counter: { ...plainCounter, to: 12_000, format: 'thousands' as const } }
  expect(countedText(title, 0, 50)).toBe('Over 0 readers')
  expect(lastText(title)).toBe('Over 12,000 readers')
  expect(lastText({ ...title, text: 'readers' })).toBe('12,000\nreaders')
  expect(lastText({ ...title, text: '' })).toBe('12,000')
  expect(lastText({ text: 'No. #1' })).toBe('No. #1')
})

it('count on in both parts of a title that is cut in two, wherever these are trimmed', () => {
  const shown = (clip: PictureClip): string[] =>
    titlesOf(clip, clip.start + clip.length).flatMap(({ length, text }) => Array.from<string>({ length }).fill(text))
  const clipsIn = (document: SequenceDocument): PictureClip[] =>
    tracksOf(document).flatMap(clipsOf).flatMap(clip => 'look' in clip ? [clip] : []).sort((a, b) => a.start - b.start)
  fc.assert(fc.property(counters, fc.integer({ min: 1, max: 89 }), fc.nat(5), (counter, at, later) => {
    const clip = picture(1, 30, 90, { takeId: null, title: { text: '#', style: titleStyle, counter } })
    const whole = shown(clip)
    const split: SequenceEdit = { do: 'split', atFrame: 30 + at, pieces: [{ clipId: clip.id, newId: clipId(2) }] }
    const { document } = applyEdits(documentOf(pictureTrack(1, [clip])), [split])
    const parts = clipsIn(document)
    expect(parts.flatMap(shown)).toEqual(whole)
    const byFrames = Math.min(later, parts[1]!.length - 1)
    const trim: SequenceEdit = { do: 'trim', clipIds: [clipId(2)], edge: 'start', byFrames, ripples: false }
    expect(shown(clipsIn(applyEdits(document, [trim]).document)[1]!)).toEqual(whole.slice(at + byFrames))
  }), { numRuns: 60 })
})
