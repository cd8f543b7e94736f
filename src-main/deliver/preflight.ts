/** Checks a sequence before it is rendered: what prevents the render, and what is worth knowing. */
import type { PreflightFinding } from '#contract/deliveries.ts'
import type { Line } from '#contract/script.ts'
import type { FrameRate, Sequence } from '#contract/sequences.ts'
import type { Take } from '#contract/takes.ts'
import type { TakeId } from '#contract/words.ts'
import type { Resolved } from '#rules/sequence/resolve.ts'
import { millisecondsOfFrame } from '#rules/sequence/frames.ts'
import { resolve } from '#rules/sequence/resolve.ts'
import { gapsBetween } from '#rules/sequence/runs.ts'

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
  const resolved = resolve(sequence)
  const hasPicture = resolved.pictures.length > 0
  const missingBytes = facts.neededBytes - facts.freeBytes
  const notMade = lines.filter(line => line.state === 'not-made' && line.text.trim() !== '').map(line => line.text)
  const findings = [
    finding('empty', true, resolved.durationFrames === 0 ? [''] : []),
    finding('missing-media', true, missingMedia(facts)),
    finding('no-ffmpeg', true, facts.hasFfmpeg ? [] : ['']),
    finding('little-space', true, missingBytes > 0 ? [`${Math.ceil(missingBytes / 1e6)} MB`] : []),
    finding('stale-line', false, staleLines(resolved, lines)),
    finding('line-not-made', false, notMade),
    finding('no-picture', false, resolved.durationFrames > 0 && !hasPicture ? [''] : []),
    finding('gap', false, hasPicture ? gaps(resolved, sequence.rate) : []),
  ]
  return findings.filter(({ count }) => count > 0)
}

/** The takes that a sequence places, each once. */
export function placedTakeIds(sequence: Sequence): TakeId[] {
  return [...new Set(sequence.tracks.flatMap<TakeId>(track => track.holds === 'captions' ? [] : track.clips.map(clip => clip.takeId)))]
}

/** Generous: segments and the joined file exist side by side, and so do the mix and its master. */
export function neededBytesFor({ sequence, width, height }: { sequence: Sequence, width: number, height: number }): number {
  const frames = resolve(sequence).durationFrames
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
function staleLines({ sounds }: Resolved, lines: readonly Line[]): string[] {
  const heard = new Set(sounds.map(clip => clip.lineId))
  return lines.filter(line => line.state === 'stale' && heard.has(line.id)).map(line => line.text)
}

function gaps({ pictures, durationFrames }: Resolved, rate: FrameRate): string[] {
  return gapsBetween(pictures, durationFrames).map(({ startFrame }) => {
    const seconds = Math.floor(millisecondsOfFrame(startFrame, rate) / 1000)
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  })
}
