/** The parts of lines that were cut by hand, and what is in the way of a layout, are found as by comparing each clip with each other. */
import type { SoundClip } from '#contract/sequence-document.ts'
import type { ClipId, LineId } from '#contract/words.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { consumed } from '#rules/sequence/document.ts'
import { clipId } from '../../../src-main/sequences/clip-ids.ts'
import { partsByLine } from '../../../src-main/sequences/lay-out-parts.ts'
import { atOnce } from '../../kit/at-once.ts'
import { sound, takeId } from '../../kit/sequence.ts'

// the form of an id
const lineId = (number: number): LineId => `00000000-0000-7000-8000-${String(900 + number).padStart(12, '0')}` as LineId

const clips = fc.array(
  fc.record({ line: fc.nat(4), start: fc.nat(40), frames: fc.integer({ min: 1, max: 8 }), from: fc.nat(10), take: fc.nat(1) }),
  { maxLength: 14 },
).map(all => new Map(all.map(({ line, start, frames, from, take }, index): [ClipId, SoundClip] => {
  const isFirst = all.findIndex(each => each.line === line) === index
  const clip = sound(index + 1, start, frames, { in: from * 1600, lineId: lineId(line), takeId: takeId(take) })
  const id = isFirst && index % 3 !== 0 ? clipId(lineId(line), 'sound') : clip.id
  return [id, { ...clip, id }]
})))

/** As it was: each part is compared with the head of every other line. */
function partsBefore(kept: ReadonlyMap<ClipId, SoundClip>): Map<LineId, SoundClip[]> {
  const sounds = [...kept.values()]
  const isHead = (clip: SoundClip): boolean => clip.id === clipId(clip.lineId!, 'sound')
  const until = (one: SoundClip): number => one.in + consumed(one.length, one.speed)
  const parts = new Map<LineId, SoundClip[]>()
  for (const [line, ofLine] of Map.groupBy(sounds, clip => clip.lineId!)) {
    const others = sounds.filter(clip => isHead(clip) && clip.lineId !== line)
    const found: SoundClip[] = []
    for (const clip of ofLine.toSorted((a, b) => Number(isHead(b)) - Number(isHead(a)) || a.start - b.start)) {
      const isBeside = found.every((part) => {
        const [from, to] = [Math.min(part.start, clip.start), Math.max(part.start, clip.start)]
        return part.takeId === clip.takeId && (clip.in >= until(part) || part.in >= until(clip))
          && !others.some(({ start }) => start > from && start < to)
      })
      if (isBeside)
        found.push(clip)
    }
    if (found.length > 1 || !found.some(isHead))
      parts.set(line, found.toSorted((a, b) => a.start - b.start))
  }
  return parts
}

it('finds the parts of each line', () => {
  fc.assert(fc.property(clips, (kept) => {
    expect(atOnce(partsByLine(kept))).toEqual(partsBefore(kept))
  }), { numRuns: 500 })
})
