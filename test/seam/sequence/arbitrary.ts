/** Rates, lines and takes for property tests. */
import type { Line } from '#contract/script.ts'
import type { FrameRate } from '#contract/sequence-document.ts'
import type { Take } from '#contract/takes.ts'
import type { Transition } from '#contract/transition.ts'
import type { AssetId, LineId, ProjectId, SequenceId, TakeId } from '#contract/words.ts'
import fc from 'fast-check'
import { Direction } from '#contract/transition.ts'

export const rates: fc.Arbitrary<FrameRate> = fc.constantFrom(
  { numerator: 24_000, denominator: 1001 },
  { numerator: 24, denominator: 1 },
  { numerator: 25, denominator: 1 },
  { numerator: 30_000, denominator: 1001 },
  { numerator: 30, denominator: 1 },
  { numerator: 60, denominator: 1 },
)

/** An id of the right form that contains its number. */
export function idOf(number: number): string {
  return `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`
}

export const projectId = idOf(1) as ProjectId
export const sequenceId = idOf(2) as SequenceId

export function aTake(number: number, has: Partial<Omit<Take, 'asset'>> & { asset?: Partial<Take['asset']> } = {}): Take {
  const { asset, ...take } = has
  return {
    id: idOf(number) as TakeId,
    number,
    kind: 'speech',
    medium: 'audio',
    title: `take ${number}`,
    text: '',
    modelId: null,
    voice: null,
    accountId: null,
    projectId,
    addedToIds: [],
    lineId: null,
    jobId: null,
    sourceTakeIds: [],
    request: null,
    isRequestUnreadable: false,
    arrival: null,
    isStarred: false,
    note: '',
    name: '',
    tags: [],
    isPractice: false,
    takenAt: number,
    trashedAt: null,
    ...take,
    asset: {
      id: String(number).padStart(64, '0') as AssetId,
      mime: 'audio/wav',
      extension: 'wav',
      sizeBytes: 1000,
      durationSeconds: null,
      width: null,
      height: null,
      framesPerSecond: null,
      sampleRate: null,
      channels: null,
      hasPeaks: false,
      hasPoster: false,
      isMissing: false,
      ...asset,
    },
  }
}

export function aLine(number: number, has: Partial<Line> = {}): Line {
  return {
    id: idOf(number) as LineId,
    projectId,
    position: number,
    speaker: '',
    text: `Line ${number}.`,
    direction: '',
    pauseSeconds: 0.35,
    role: 'speech',
    language: null,
    spokenIn: null,
    isLocked: false,
    isMuted: false,
    chosenTakeId: null,
    takeCount: 0,
    requestKey: null,
    fittingTakeId: null,
    state: 'made',
    changedAt: 0,
    ...has,
  }
}

/** Lines, most of them with a take. */
export const spokenLines: fc.Arbitrary<{ line: Line, take: Take | null }[]> = fc
  .array(fc.record({
    seconds: fc.double({ min: 0.01, max: 40, noNaN: true }),
    pauseSeconds: fc.double({ min: 0, max: 5, noNaN: true }),
    isMade: fc.boolean(),
  }), { maxLength: 12 })
  .map(lines => lines.map(({ seconds, pauseSeconds, isMade }, index) => ({
    line: aLine(1000 + index, { pauseSeconds }),
    take: isMade ? aTake(2000 + index, { asset: { durationSeconds: seconds } }) : null,
  })))

/** Stills, independent shots, and shots made from one of the stills; never only sound. */
export const someThingsToSee: fc.Arbitrary<Take[]> = fc
  .array(fc.record({
    isShot: fc.boolean(),
    seconds: fc.double({ min: 0.02, max: 20, noNaN: true }),
    madeFrom: fc.option(fc.nat({ max: 9 })),
  }), { minLength: 1, maxLength: 10 })
  .map(all => all.map(({ isShot, seconds, madeFrom }, index) => aTake(3000 + index, {
    medium: isShot ? 'video' : 'picture',
    kind: isShot ? 'video' : 'image',
    sourceTakeIds: isShot && madeFrom !== null ? [idOf(3000 + madeFrom) as TakeId] : [],
    asset: { durationSeconds: isShot ? seconds : null, width: 1280, height: 720 },
  })))

const direction = fc.constantFrom(...Direction.options)
const share = (least: number) => fc.integer({ min: least, max: 1000 }).map(value => value / 1000)
export const transitions: fc.Arbitrary<Transition> = fc.oneof(
  fc.record({ kind: fc.constant('dip' as const), colour: fc.constantFrom('#ffffff', '#f0d040', '#202020') }),
  fc.record({ kind: fc.constant('wipe' as const), direction, softness: fc.oneof(fc.constant(0), share(20)) }),
  fc.record({ kind: fc.constantFrom('push' as const, 'slide' as const), direction }),
  fc.constant({ kind: 'zoom' as const }),
)
