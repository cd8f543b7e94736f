/** What is found in a sequence before it is delivered, and the takes of which it can be. Only read. */
import type { PreflightFinding } from '#contract/deliveries.ts'
import type { RenderPreset } from '#contract/presets.ts'
import type { Sequence } from '#contract/sequence-document.ts'
import type { Asset, Take } from '#contract/takes.ts'
import type { HeardSound, TakeId } from '#contract/words.ts'
import type { HeardClip } from './clipping.ts'
import type { DeliverPorts, PreflightWish } from './deliver-port.ts'
import { readFile } from 'node:fs/promises'
import { Fault } from '#contract/faults.ts'
import { cutTo } from '#rules/deliver/part.ts'
import { playingOf, tracksOf } from '#rules/sequence/document.ts'
import { isGraded } from '#rules/sequence/graded.ts'
import { heardKey } from '#rules/sequence/heard.ts'
import { soundEvents, workOutSoundEvents } from '#rules/sequence/levels.ts'
import { hasApart } from '#rules/sequence/nested/group.ts'
import { fileExists } from '../base/atomic-file.ts'
import { mapConcurrently } from '../base/concurrency.ts'
import { inPieces } from '../base/in-pieces.ts'
import { pointsOfPeaks } from '../media/sound/peaks.ts'
import { createBrokenFinder } from './broken-takes.ts'
import { neededFor, withinSize } from './encoders.ts'
import { fileBytesOf, neededBytesFor } from './file-sizes.ts'
import { createHdrFinder } from './hdr-takes.ts'
import { tracksApart } from './media-findings.ts'
import { missingSequences } from './missing-sequences.ts'
import { createOddColoursFinder } from './odd-colours.ts'
import { lutPaths } from './placed-luts.ts'
import { placedTakeIds } from './placed-takes.ts'
import { preflight } from './preflight.ts'
import { signingFacts } from './signing.ts'
import { tonedSequence } from './toned-sequence.ts'
import { usedTakeIds } from './used-clips.ts'

export interface Checks {
  preflight: (sequence: Sequence, preset: RenderPreset, wish: Omit<PreflightWish, 'presetId' | 'encoder'>) => Promise<PreflightFinding[]>
  /** Those whose files are missing. */
  missingOf: (placed: readonly Take[]) => Promise<Set<TakeId>>
  /** The placed takes that have their files. @throws Fault not-found (one that is seen or heard) */
  readyTakes: (sequence: Sequence) => Promise<Take[]>
}

/** Whose pictures are brought into the range of other films on their way. */
function changedOf(sequence: Sequence, placed: readonly Take[]): Take[] {
  const apart = tracksApart(sequence)
  const ids = new Set<TakeId | null>(tracksOf(sequence).flatMap(track =>
    playingOf(track).flatMap(clip => 'look' in clip && (apart.has(track.id) || isGraded(clip)) ? [clip.takeId] : [])))
  return placed.filter(take => ids.has(take.id))
}

/** A film of an hour has thousands: asked for together, they would keep main from all else. */
const filesAtOnce = 8

const outlineKey = ({ takeId, heard }: HeardClip): string => `${takeId} ${heardKey(heard)}`

export function createChecks(
  ports: Pick<
    DeliverPorts,
    'sequences' | 'takes' | 'script' | 'tones' | 'assets' | 'peaksOf' | 'signing' | 'ffmpeg' | 'freeBytes' | 'clock'
  >,
): Checks {
  const { takes, assets, clock } = ports
  const pathOf = (take: Take): string => assets.pathOf(take.asset)
  const brokenOf = createBrokenFinder(pathOf)
  const hdrOf = createHdrFinder(pathOf)
  const oddColoursOf = createOddColoursFinder(pathOf)

  async function missingOf(placed: readonly Take[]): Promise<Set<TakeId>> {
    const missing = new Set<TakeId>()
    await mapConcurrently(filesAtOnce, placed, async (take) => {
      if (!await fileExists(pathOf(take)))
        missing.add(take.id)
    })
    return missing
  }

  /** What was measured of their sound when they came, or of what is chosen of it; what cannot be read is not checked. */
  async function outlinesOf(sequence: Sequence, placed: readonly Take[]): Promise<ReadonlyMap<string, Int8Array>> {
    const outlines = new Map<string, Int8Array>()
    const byId = new Map(placed.map(take => [take.id, take]))
    await inPieces(workOutSoundEvents(sequence))
    const wanted = new Map(soundEvents(sequence).map(({ clip }) => [outlineKey(clip), clip]))
    await mapConcurrently(filesAtOnce, [...wanted], async ([key, { takeId, heard }]) => {
      const asset = byId.get(takeId)?.asset
      const bytes = asset?.hasPeaks ? await peaksOf(asset, heard) : null
      if (bytes)
        outlines.set(key, pointsOfPeaks(bytes))
    })
    return outlines
  }

  async function peaksOf(asset: Asset, heard: HeardSound | undefined): Promise<Buffer | null> {
    return heard && heardKey(heard) !== ''
      ? ports.peaksOf(asset.id, heard)
      : readFile(assets.pathOf(asset, 'peaks')).catch(() => null)
  }

  return {
    missingOf,
    async readyTakes(sequence) {
      const placed = await takes.find(placedTakeIds(sequence))
      const used = usedTakeIds(sequence)
      const missing = await missingOf(placed)
      const lacking = [...missing].find(id => used.has(id))
      if (lacking !== undefined)
        throw new Fault('not-found', { word: 'take', id: lacking })
      // A clip that is neither seen nor heard may do without its file.
      return placed.filter(({ id }) => !missing.has(id))
    },
    async preflight(asked, wished, { captionMode, part, isSigned = false, loudness, captionTrackIds = null, mostMegabytes }) {
      const sequence = cutTo(await tonedSequence(asked, ports), part, wished)
      const preset = withinSize(wished, mostMegabytes, sequence)
      const placed = await takes.find(placedTakeIds(sequence))
      const outlines = await outlinesOf(sequence, placed)
      const ffmpeg = await ports.ffmpeg()
      return inPieces(preflight({
        sequence,
        preset,
        captionMode,
        captionTrackIds,
        ...loudness !== undefined && { loudness },
        fileBytes: fileBytesOf({ sequence, encoding: preset }),
        takes: placed,
        missingTakeIds: await missingOf(placed),
        missingSequenceIds: await missingSequences(sequence, ports.sequences),
        lutIds: new Set((await lutPaths(sequence, assets)).keys()),
        lines: await ports.script.lines(sequence.projectId),
        outlineOf: clip => outlines.get(outlineKey(clip)) ?? null,
        hasFfmpeg: ffmpeg !== null,
        brokenTakes: await brokenOf(placed, ffmpeg),
        hdrTakeIds: await hdrOf(placed, ffmpeg),
        changedHdrTakeIds: preset.video?.light === undefined ? new Set() : await hdrOf(changedOf(sequence, placed), ffmpeg, 'all'),
        oddColourTakeIds: await oddColoursOf(placed),
        lacking: ffmpeg ? await neededFor(preset, captionMode === 'burned', ffmpeg, tracksOf(sequence).some(hasApart)) : [],
        freeBytes: await ports.freeBytes(),
        neededBytes: neededBytesFor({ sequence, encoding: preset }),
        signing: isSigned ? signingFacts(await ports.signing.certificate(), { sequence, encoding: preset, now: clock.now() }) : null,
      }))
    },
  }
}
