/** Checks a sequence before it is rendered: what prevents the render, and what is worth knowing. */
import type { PreflightFinding } from '#contract/deliveries.ts'
import type { Line } from '#contract/script.ts'
import type { Sequence } from '#contract/sequence-document.ts'
import type { Take } from '#contract/takes.ts'
import type { TakeId } from '#contract/words.ts'
import type { Delivered } from './media-findings.ts'
import { millisecondsOfFrame } from '#rules/sequence/frames.ts'
import { soundEvents } from '#rules/sequence/levels.ts'
import { rangeOf } from '#rules/sequence/range.ts'
import { resolve } from '#rules/sequence/resolve.ts'
import { flashes, gaps, tooShort, unreadable } from './media-findings.ts'
import { placedTakeIds } from './placed-takes.ts'

export interface PreflightFacts {
  readonly sequence: Sequence
  /** Those of the sequence's takes that are still in the library. */
  readonly takes: readonly Take[]
  /** Takes whose file is not where it should be. */
  readonly missingTakeIds: ReadonlySet<TakeId>
  /** The whole script. */
  readonly lines: readonly Line[]
  readonly hasFfmpeg: boolean
  readonly freeBytes: number
  readonly neededBytes: number
}

/** Blocking findings first; none twice. */
export function preflight(facts: PreflightFacts): PreflightFinding[] {
  const { sequence, lines } = facts
  const { stretches, durationFrames } = resolve(sequence)
  const range = rangeOf(sequence, durationFrames)
  const delivered: Delivered = { sequence, range, stretches, takes: new Map(facts.takes.map(take => [take.id, take])) }
  const endFrame = range.startFrame + range.frames
  const hasPicture = stretches.some(({ startFrame, frames }) => startFrame < endFrame && startFrame + frames > range.startFrame)
  const missingBytes = facts.neededBytes - facts.freeBytes
  const notMade = lines.filter(line => line.state === 'not-made' && line.text.trim() !== '').map(line => line.text)
  const findings = [
    finding('empty', true, range.frames === 0 ? [''] : []),
    finding('missing-media', true, missingMedia(facts)),
    finding('no-ffmpeg', true, facts.hasFfmpeg ? [] : ['']),
    finding('little-space', true, missingBytes > 0 ? [`${Math.ceil(missingBytes / 1e6)} MB`] : []),
    finding('stale-line', false, staleLines(sequence, lines)),
    finding('line-not-made', false, notMade),
    finding('no-picture', false, range.frames > 0 && !hasPicture ? [''] : []),
    finding('broken-media', false, unreadable(delivered)),
    finding('short-source', false, tooShort(delivered)),
    finding('gap', false, hasPicture ? gaps(delivered) : []),
    finding('flash', false, hasPicture ? flashes(delivered) : []),
  ]
  return findings.filter(({ count }) => count > 0)
}

/** Generous: segments and the joined file exist side by side, and so do the mix and its master. */
export function neededBytesFor({ sequence, width, height }: { sequence: Sequence, width: number, height: number }): number {
  const { frames } = rangeOf(sequence, resolve(sequence).durationFrames)
  const seconds = millisecondsOfFrame(frames, sequence.rate) / 1000
  // x264 at CRF 20 stays under 0.12 bits a pixel on anything but noise; 48 kHz stereo of 16 bits is 192 kB a second.
  return Math.ceil(2 * width * height * frames * 0.12 / 8 + 3 * seconds * 192_000 + 50e6)
}

function finding(name: PreflightFinding['finding'], isBlocking: boolean, found: readonly string[]): PreflightFinding {
  return { finding: name, isBlocking, count: found.length, example: found[0] ?? '' }
}

function missingMedia({ sequence, takes, missingTakeIds }: PreflightFacts): string[] {
  const known = new Map(takes.map(take => [take.id, take]))
  return placedTakeIds(sequence).filter(id => !known.has(id) || missingTakeIds.has(id)).map(id => known.get(id)?.title ?? id)
}

/** Only lines that are heard: a stale line that is not in the sequence does not matter. */
function staleLines(sequence: Sequence, lines: readonly Line[]): string[] {
  const heard = new Set(soundEvents(sequence).map(({ clip }) => clip.lineId))
  return lines.filter(line => line.state === 'stale' && heard.has(line.id)).map(line => line.text)
}
