/** The quality of a clip as a voice, before one is made of it: length, rate, what its sound tells, and each model's limits. Pure. */
import type { Model } from '#contract/models.ts'
import type { Asset } from '#contract/takes.ts'
import type { ClipSound } from './clip-sound.ts'
import { clipSeconds, longestClip } from '../../parts/voices/own-voice.ts'

export type ClipFinding
  = | {
    is: 'no-sound' | 'too-short' | 'too-long' | 'short' | 'shortish' | 'best-length' | 'longish'
      | 'clipped' | 'quiet' | 'much-silence' | 'low-rate'
      | 'noisy' | 'some-noise' | 'echo' | 'some-echo' | 'several' | 'maybe-several'
    tone: 'good' | 'plain' | 'warn' | 'bad'
  }
  | { is: 'too-long-for', tone: 'warn', models: readonly { label: string, seconds: number }[] }

const mostRefuseBelow = 3
export const bestSeconds = { from: 8, to: 15 }
/** Decibels. The quietest speech that is no whisper, and what nobody hears. */
const [quietDb, inaudibleDb] = [-36, -40]
/** Between speech and noise, in decibels: less is much noise, or some. */
const noise = { much: 15, some: 25 }
/** Until the room is silent, in seconds. */
const echo = { much: 0.6, some: 0.35 }
/** Between two groups of pitches, in semitones. One lively speaker reaches the first. */
const several = { maybe: 6, likely: 9 }

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

function findingsOfSound(sound: ClipSound): ClipFinding[] {
  if (sound.peakDb < inaudibleDb)
    return [{ is: 'no-sound', tone: 'bad' }]
  const range = sound.speechDb - sound.floorDb
  // Without a pause there is nothing to tell noise from speech.
  const hasPauses = range >= 6
  const decay = sound.decaySeconds ?? 0
  const warn = (is: 'clipped' | 'quiet' | 'much-silence' | 'noisy' | 'echo' | 'several', isSo: boolean): ClipFinding[] =>
    isSo ? [{ is, tone: 'warn' }] : []
  const note = (is: 'some-noise' | 'some-echo' | 'maybe-several', isSo: boolean): ClipFinding[] => isSo ? [{ is, tone: 'plain' }] : []
  return [
    ...warn('clipped', sound.clippedCount > 2),
    ...warn('quiet', sound.speechDb < quietDb),
    ...warn('much-silence', sound.silentShare > 0.5),
    ...warn('noisy', hasPauses && range < noise.much),
    ...note('some-noise', hasPauses && range >= noise.much && range < noise.some),
    ...warn('echo', decay >= echo.much),
    ...note('some-echo', decay >= echo.some && decay < echo.much),
    ...warn('several', sound.pitchGap >= several.likely),
    ...note('maybe-several', sound.pitchGap >= several.maybe && sound.pitchGap < several.likely),
  ]
}

/** Not ordered by severity: length is first, then what was heard, then the models. */
export function clipFindings(
  clip: Pick<Asset, 'durationSeconds' | 'sampleRate'>,
  sound: ClipSound | null,
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
    ...(sound === null ? [] : findingsOfSound(sound)),
    ...(refusing.length > 0 && length.tone !== 'bad' ? [{ is: 'too-long-for', tone: 'warn', models: refusing } as const] : []),
  ]
}

/** Can it be made a voice at all? */
export const isUsable = (findings: readonly ClipFinding[]): boolean => findings.every(finding => finding.tone !== 'bad')
