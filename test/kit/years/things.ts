/** What is in a studio of years: how much of everything, with ids that are the same each time. */
import type {
  AccountId,
  AssetId,
  CollectionId,
  JobId,
  LineId,
  ModelId,
  ProjectId,
  SavedSearchId,
  SequenceId,
  TakeId,
  VoiceId,
} from '#contract/words.ts'
import { sha256 } from '../../../src-main/base/hash.ts'
import { derivedId } from '../../../src-main/base/ids.ts'

/** How much there is of everything. */
export interface Years {
  /** That have ended; five more are open. */
  readonly jobs: number
  readonly projects: number
  readonly takes: number
  /** Of the large project. */
  readonly lines: number
  /** Of its sequence: half of them speech, the other half captions. */
  readonly clips: number
  readonly voices: number
  /** Of the first chat. */
  readonly messages: number
  /** Earlier versions of the large project. */
  readonly versions: number
}

export const tenYears: Years = {
  jobs: 100_000,
  projects: 300,
  takes: 100_000,
  lines: 10_000,
  clips: 5000,
  voices: 2000,
  messages: 2000,
  versions: 100,
}

/** The same studio at its beginning. */
export const firstWeek: Years = { jobs: 100, projects: 3, takes: 200, lines: 100, clips: 50, voices: 10, messages: 20, versions: 2 }

/** The script of every project but the large one. */
export const linesOfOthers = 20
export const beginsAt = Date.UTC(2016, 0, 1)
export const lastsMs = 10 * 365 * 86_400_000
export const speakers = ['ANNA', 'BEN', 'CLARA', 'DAVID'] as const
const words = 'the lamp went out an hour before the storm came in and nobody on the island said a word about it until morning'.split(' ')
export const samplesPerSecond = 48_000
export const takeSeconds = 2
export const modelId = 'higgs2p5' as ModelId

export type Row = Readonly<Record<string, string | number | null>>

/** The same ids each time, in the order of their numbers. */
export function idOf(word: string, number: number): string {
  return derivedId(`00000000-${String(number % 10_000).padStart(4, '0')}-7000-8000-${String(number).padStart(12, '0')}`, word)
}
export const project = (number: number) => idOf('project', number) as ProjectId
export const sequence = (number: number) => idOf('sequence', number) as SequenceId
export const collection = (number: number) => idOf('collection', number) as CollectionId
export const savedSearch = (number: number) => idOf('saved-search', number) as SavedSearchId
export const take = (number: number) => idOf('take', number) as TakeId
export const line = (number: number) => idOf('line', number) as LineId
export const voice = (number: number) => idOf('voice', number) as VoiceId
export const job = (number: number) => idOf('job', number) as JobId
export const asset = (number: number) => sha256(`asset ${number}`) as AssetId
export const account = idOf('account', 0) as AccountId

export function textOf(number: number): string {
  return `${number}: ${Array.from({ length: 4 + number * 7 % 10 }, (_, at) => words[(number + at) % words.length]).join(' ')}.`
}

/** A request as it is kept with what it made. */
export const sent = { method: 'POST', path: '/speech', encoding: 'json' } as const

/** Each tenth take but one is a picture; they come last. */
export function picturesOf({ takes }: Years): number {
  return Math.floor(takes / 20)
}

export function* many<Made>(count: number, make: (number: number) => Made): Generator<Made> {
  for (let number = 0; number < count; number++)
    yield make(number)
}

export const atOf = (number: number, count: number): number => Math.floor(beginsAt + lastsMs * number / Math.max(1, count))
