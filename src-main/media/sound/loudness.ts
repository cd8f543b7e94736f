/** Measures loudness by EBU R 128. */
import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts'
import { availableParallelism } from 'node:os'
import { mapConcurrently } from '../../base/concurrency.ts'
import { fileInput } from '../ffmpeg/ffmpeg-input.ts'
import { gatedLoudness, loudnessRange, powerOf } from './gating.ts'

export interface Loudness {
  /** Null for silence and for sound too short to measure (EBU R128 needs 0.4 s). */
  readonly integratedLufs: number | null
  readonly rangeLu: number | null
  /** Null for digital silence. */
  readonly truePeakDbtp: number | null
}

/** What silence measures. */
export const silence: Loudness = { integratedLufs: null, rangeLu: 0, truePeakDbtp: null }

export interface MeasuringTools {
  readonly ffmpeg: Ffmpeg
  readonly signal?: AbortSignal
  /**
   * The length of a file in which ffmpeg finds each sample, as in all kinds of sound that are delivered (`delivered-loudness.test.ts`
   * tries them): it is measured in pieces side by side. Another is read from its beginning to its end.
   */
  readonly seconds?: number
  /** For a file that is still being written: resolves once this many seconds exist; with Infinity, once it is complete. */
  readonly whenWritten?: (seconds: number) => Promise<void>
  /** Filters that are applied before the measurement. */
  readonly through?: readonly string[]
  /** Where it is known, peaks are not looked for, which would take twice as long as the rest. Null for digital silence. */
  readonly truePeakDbtp?: number | null | undefined
  /** The shortest that a piece may be, in seconds. */
  readonly pieceSeconds?: number
}

/** Measures the first sound stream. Mono is measured as it is heard: the same on both sides. Throws FfmpegError when there is no sound. */
export async function measureLoudness(path: string, { truePeakDbtp, ...tools }: MeasuringTools): Promise<Loudness> {
  return truePeakDbtp === undefined ? measure(path, tools, 'true') : { ...await measure(path, tools, 'none'), truePeakDbtp }
}

/** The same without peaks, in a third of the time: they are looked for at four times the rate. */
export async function measureIntegrated(path: string, tools: MeasuringTools): Promise<number | null> {
  return (await measure(path, tools, 'none')).integratedLufs
}

type Peak = 'true' | 'none'

/** Starting ffmpeg costs as much as measuring 20 seconds. */
const shortestPiece = 60
/** As many on every machine, so that all measure the same. */
const mostPieces = 8
/** The loudness of a moment is measured over up to three seconds before it. */
const secondsBefore = 4

async function measure(path: string, tools: MeasuringTools, peak: Peak): Promise<Loudness> {
  const { seconds = 0, whenWritten, pieceSeconds = shortestPiece } = tools
  const count = Math.min(mostPieces, Math.floor(seconds / pieceSeconds))
  if (count < 2) {
    await whenWritten?.(Infinity)
    const summary = summaryIn(await run(await fileInput(path), { ...tools, peak }))
    return { integratedLufs: integratedIn(summary), rangeLu: numberAfter(summary, /LRA:\s+(\S+) LU/), truePeakDbtp: peakIn(summary) }
  }
  const length = Math.ceil(seconds / count)
  const pieces = Array.from({ length: count }, (_, at) => ({ at, start: at * length, length: at === count - 1 ? null : length }))
  const found: Moments[] = []
  await mapConcurrently(availableParallelism(), pieces, async ({ at, ...piece }) => {
    await whenWritten?.(piece.length === null ? Infinity : piece.start + piece.length)
    tools.signal?.throwIfAborted()
    found[at] = await measurePiece(path, piece, { ...tools, peak })
  })
  const peaks = found.flatMap(({ truePeakDbtp }) => truePeakDbtp ?? [])
  return {
    integratedLufs: rounded(gatedLoudness(found.flatMap(({ momentary }) => momentary))),
    rangeLu: rounded(loudnessRange(found.flatMap(({ shortTerm }) => shortTerm)) ?? 0),
    truePeakDbtp: peaks.length === 0 ? null : Math.max(...peaks),
  }
}

/** Powers, ten each second. */
interface Moments { readonly momentary: readonly number[], readonly shortTerm: readonly number[], readonly truePeakDbtp: number | null }

interface Piece { readonly start: number, readonly length: number | null }

async function measurePiece(path: string, { start, length }: Piece, tools: MeasuringTools & { readonly peak: Peak }): Promise<Moments> {
  const before = Math.min(start, secondsBefore)
  const until = length === null ? [] : ['-t', String(before + length)]
  const input = await fileInput(path, ['-ss', String(start - before), ...until])
  // A sudden beginning would measure as a false peak.
  const through = [...before > 0 ? ['afade=duration=0.01'] : [], ...tools.through ?? []]
  const output = await run(input, { ...tools, through, isTold: true })
  const told = output.stdout.toString()
  const powers = (key: string): number[] =>
    [...told.matchAll(new RegExp(`r128\\.${key}=(\\S+)`, 'g'))].slice(before * 10).map(([, value]) => powerOf(Number(value)))
  return { momentary: powers('M'), shortTerm: powers('S'), truePeakDbtp: peakIn(summaryIn(output)) }
}

interface Run extends MeasuringTools {
  readonly peak: Peak
  /** Each moment by itself. */
  readonly isTold?: boolean
}

async function run(input: readonly string[], { ffmpeg, signal, through = [], peak, isTold = false }: Run): ReturnType<Ffmpeg['run']> {
  const meter = `ebur128=peak=${peak}:dualmono=true:framelog=verbose${isTold ? ':metadata=1,ametadata=print:file=-' : ''}`
  return ffmpeg.run([...input, '-map', '0:a:0', '-af', [...through, meter].join(','), '-f', 'null', '-'], signal ? { signal } : {})
}

function summaryIn({ stderr }: { readonly stderr: string }): string {
  return stderr.slice(stderr.lastIndexOf('Summary:'))
}

/** −70 LUFS is the absolute gate: nothing was above it. */
function integratedIn(summary: string): number | null {
  const integrated = numberAfter(summary, /I:\s+(\S+) LUFS/)
  return integrated !== null && integrated > -70 ? integrated : null
}

function peakIn(summary: string): number | null {
  return numberAfter(summary, /Peak:\s+(\S+) dBFS/)
}

function numberAfter(text: string, pattern: RegExp): number | null {
  const value = Number(pattern.exec(text)?.[1] ?? Number.NaN)
  return Number.isFinite(value) ? value : null
}

/** As exact as ffmpeg says it. */
export function rounded(value: number | null): number | null {
  return value === null ? null : Math.round(value * 10) / 10
}
