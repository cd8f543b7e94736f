/** Reads the captions of a file in a worker, to show what it would become, and to bring it: see `use-bring-captions.ts`. */
import type { FrameRate } from '#contract/sequence-document.ts'
import type { Caption } from '#rules/captions/cues.ts'
import type { StrayRow } from '#rules/captions/read-file.ts'
import type { Encoding } from '#rules/text/encodings.ts'
import type { WorkerPart } from '../../../parts/pauses/in-worker.ts'
import { importCaptions, layOnTracks, overlapsIn } from '#rules/captions/import.ts'
import { countCues, readCaptionFile } from '#rules/captions/read-file.ts'
import { decodeText } from '#rules/text/decode.ts'

interface Asked {
  readonly file: File
  readonly rate: FrameRate
  /** More than these are counted, and not read. */
  readonly most: number
}
export interface ShowRequest extends Asked {
  readonly do: 'show'
  /** Null for the one that the file seems to be written in. */
  readonly encoding: Encoding | null
}
export interface BringRequest extends Asked {
  readonly do: 'bring'
  readonly encoding: Encoding
  readonly atFrame: number
  /** Those that overlap are kept on their own tracks. */
  readonly keepsOverlaps: boolean
}

/** What a file of captions would become. Nothing of it is read where there are too many. */
export interface ShownCaptions {
  readonly encoding: Encoding
  readonly damaged: number
  /** Of all that the file claims to have, where there are too many. */
  readonly count: number
  readonly isTooMany: boolean
  /** The first ones; times in milliseconds. */
  readonly captions: readonly Caption[]
  /** The first rows of the text, where no caption can be read. */
  readonly rows: readonly string[]
  readonly skipped: number
  readonly repeats: number
  /** How many would end earlier on one track. */
  readonly overlaps: number
  /** How many tracks it takes to keep them, and how many end earlier nevertheless. */
  readonly tracks: number
  readonly cut: number
  readonly stray: readonly StrayRow[]
  readonly strayCount: number
  readonly isInFrames: boolean
}

/** The next captions of the file, for the track of this number, and how many there are in all. */
export interface CaptionsPart { readonly captions: readonly Caption[], readonly track: number, readonly count: number }

/** After all captions have come in parts; none has where `isRead` is false: the file has none, or too many. */
export interface CaptionsAnswer { readonly isRead: boolean, readonly count: number, readonly skipped: number }

/** As many as the page takes in within a few milliseconds. */
const partSize = 1000
const mostShown = 60

globalThis.addEventListener('message', ({ data }: MessageEvent<ShowRequest | BringRequest>) => {
  void (data.do === 'show' ? show(data) : bring(data)).then(result => globalThis.postMessage(result))
})

function tell(part: CaptionsPart): void {
  globalThis.postMessage({ part } satisfies WorkerPart<CaptionsPart>)
}

async function textOf({ file, encoding }: ShowRequest | BringRequest): Promise<ReturnType<typeof decodeText>> {
  return decodeText(new Uint8Array(await file.arrayBuffer()), encoding ?? undefined)
}

async function show(request: ShowRequest): Promise<ShownCaptions> {
  const { text, encoding, damaged } = await textOf(request)
  const count = countCues(text)
  // Some of few too many may have no words, and not count.
  const isFarTooMany = count > 2 * request.most
  const read = isFarTooMany ? null : readCaptionFile(text, request.rate)
  const laid = read && layOnTracks(read.captions, request.rate)
  return {
    encoding,
    damaged,
    count: read?.captions.length ?? count,
    isTooMany: isFarTooMany || (read?.captions.length ?? 0) > request.most,
    captions: read?.captions.slice(0, mostShown) ?? [],
    rows: read && read.captions.length > 0 ? [] : text.slice(0, 4000).split(/\r\n?|\n/).slice(0, mostShown),
    skipped: read?.skipped ?? 0,
    repeats: read?.repeats ?? 0,
    overlaps: read && laid && (laid.tracks.length > 1 || laid.cut > 0) ? overlapsIn(read.captions) : 0,
    tracks: laid?.tracks.length ?? 0,
    cut: laid?.cut ?? 0,
    stray: read?.stray ?? [],
    strayCount: read?.strayCount ?? 0,
    isInFrames: read?.isInFrames ?? false,
  }
}

async function bring(request: BringRequest): Promise<CaptionsAnswer> {
  const { rate, atFrame, most, keepsOverlaps } = request
  const { text } = await textOf(request)
  const count = countCues(text)
  if (count <= 2 * most)
    tell({ captions: [], track: 0, count })
  const read = count > 2 * most ? null : readCaptionFile(text, rate)
  if (!read || read.captions.length === 0 || read.captions.length > most)
    return { isRead: false, count: read?.captions.length ?? count, skipped: read?.skipped ?? 0 }
  const tracks = keepsOverlaps ? layOnTracks(read.captions, rate, atFrame).tracks : [importCaptions(read.captions, rate, atFrame)]
  const all = tracks.reduce((sum, captions) => sum + captions.length, 0)
  tracks.forEach((captions, track) => {
    for (let from = 0; from < captions.length; from += partSize)
      tell({ captions: captions.slice(from, from + partSize), track, count: all })
  })
  return { isRead: true, count: all, skipped: read.skipped }
}
