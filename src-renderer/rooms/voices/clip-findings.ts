/** The quality of a clip as a voice, before one is made of it: length, rate, loudness, and each model's limits. Pure. */
import type { Model } from '#contract/models.ts'
import type { Asset } from '#contract/takes.ts'
import type { Peaks } from '../../player/peaks.ts'
import { clipSeconds, longestClip } from '../../parts/voices/own-voice.ts'

export type ClipFinding
  = | {
    is: 'no-sound' | 'too-short' | 'too-long' | 'short' | 'shortish' | 'best-length' | 'longish'
      | 'clipped' | 'quiet' | 'much-silence' | 'low-rate'
    tone: 'good' | 'plain' | 'warn' | 'bad'
  }
  | { is: 'too-long-for', tone: 'warn', models: readonly { label: string, seconds: number }[] }

const mostRefuseBelow = 3
const bestSeconds = { from: 8, to: 15 }
/** Eight-bit peaks end at 127/128. */
const fullScale = 0.99
const silence = 0.02

function findingOfLength(seconds: number): ClipFinding {
  if (seconds < clipSeconds.least)
    return { is: 'too-short', tone: 'bad' }
  if (seconds > clipSeconds.most)
    return { is: 'too-long', tone: 'bad' }
  if (seconds < mostRefuseBelow)
    return { is: 'short', tone: 'warn' }
  if (seconds < bestSeconds.from)
    return { is: 'shortish', tone: 'plain' }
  return seconds <= bestSeconds.to ? { is: 'best-length', tone: 'good' } : { is: 'longish', tone: 'plain' }
}

function findingsOfPeaks(peaks: Peaks): ClipFinding[] {
  const loudest = Array.from({
    length: peaks.pairs.length / 2,
  }, (_, index) => Math.max(-(peaks.pairs[index * 2] ?? 0), peaks.pairs[index * 2 + 1] ?? 0))
  const sorted = loudest.toSorted((a, b) => a - b)
  const nearTop = sorted[Math.floor(sorted.length * 0.98)] ?? 0
  if ((sorted.at(-1) ?? 0) < silence)
    return [{ is: 'no-sound', tone: 'bad' }]
  const silent = loudest.filter(peak => peak < silence).length
  return [
    ...(loudest.filter(peak => peak >= fullScale).length > 2 ? [{ is: 'clipped', tone: 'warn' } as const] : []),
    ...(nearTop < 0.12 ? [{ is: 'quiet', tone: 'warn' } as const] : []),
    ...(silent > loudest.length / 2 ? [{ is: 'much-silence', tone: 'warn' } as const] : []),
  ]
}

/** The worst first is not promised: length comes first, then what was heard, then the models. */
export function clipFindings(
  clip: Pick<Asset, 'durationSeconds' | 'sampleRate'>,
  peaks: Peaks | null,
  models: readonly Model[],
): ClipFinding[] {
  const seconds = clip.durationSeconds ?? 0
  if (seconds === 0)
    return [{ is: 'no-sound', tone: 'bad' }]
  const refusing = models.filter(model => model.registersVoices && seconds > longestClip(model)).map(model => ({
    label: model.label,
    seconds: longestClip(model),
  }))
  const length = findingOfLength(seconds)
  return [
    length,
    ...(clip.sampleRate !== null && clip.sampleRate < 16_000 ? [{ is: 'low-rate', tone: 'warn' } as const] : []),
    ...(peaks === null || peaks.pairs.length === 0 ? [] : findingsOfPeaks(peaks)),
    ...(refusing.length > 0 && length.tone !== 'bad' ? [{ is: 'too-long-for', tone: 'warn', models: refusing } as const] : []),
  ]
}

/** Can it be made a voice at all? */
export const isUsable = (findings: readonly ClipFinding[]): boolean => findings.every(finding => finding.tone !== 'bad')
