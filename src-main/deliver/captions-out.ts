/** Which captions leave the studio and in which forms: burned in, embedded, and in files beside the delivery. */
import type { CaptionChoice, CaptionFile } from '#contract/delivery-options.ts'
import type { CaptionMode } from '#contract/presets.ts'
import type { CaptionTrack, Sequence } from '#contract/sequence-document.ts'
import type { TrackId } from '#contract/words.ts'
import type { Cue } from '#rules/captions/cues.ts'
import type { Screen } from '#rules/captions/style.ts'
import type { Range } from '#rules/sequence/range.ts'
import type { RenderJobPlan } from '../media/plan/render-job.ts'
import { toAss } from '#rules/captions/ass.ts'
import { cuesTogether, flatCues, isBeside, tracksBeside } from '#rules/captions/together.ts'
import { toSrt, toVtt } from '#rules/captions/write-file.ts'
import { playingOf, tracksOf } from '#rules/sequence/document.ts'
import { cuesWithin } from '#rules/sequence/range.ts'
import { captionFilesOf } from '../media/plan/caption-files.ts'

interface Captions { readonly track: CaptionTrack, readonly cues: readonly Cue[] }

/** The chosen tracks that have words in this part, lowest first, each with the captions of those that are shown with it. */
export function captionsOf(sequence: Sequence, range: Range, { trackIds }: Pick<CaptionChoice, 'trackIds'>): Captions[] {
  const tracks = tracksOf(sequence).filter(track => track.kind === 'captions')
  const unmuted = tracks.filter(track => !track.isMuted)
  const chosen = trackIds === null ? unmuted : tracks.filter(track => trackIds.includes(track.id))
  return chosen
    .filter(track => !isBeside(chosen, track))
    .map((track) => {
      const together = [track, ...tracksBeside([...new Set([track, ...unmuted])], track)]
      const cues = cuesTogether(together.map(each => playingOf(each)), sequence.rate, { names: track.showsSpeakers })
      return { track, cues: cuesWithin(cues, range) }
    })
    .filter(({ cues }) => cues.length > 0)
}

interface Wanted {
  readonly mode: CaptionMode
  readonly choice: CaptionChoice
  readonly screen: Screen
  /** The track that the preview draws: burned in unless others were chosen. */
  readonly drawnId: TrackId | undefined
}

export function captionsIn(
  captions: readonly Captions[],
  { mode, choice, screen, drawnId }: Wanted,
): Pick<RenderJobPlan, 'captions' | 'captionFiles' | 'isAlsoEmbedded' | 'ass'> {
  const burned = choice.trackIds === null ? captions.find(({ track }) => track.id === drawnId) : captions[0]
  const forms: readonly CaptionFile[] = mode === 'sidecar' && choice.files.length === 0 ? ['srt'] : choice.files
  const { shownId = captions[0]?.track.id ?? null } = choice
  return {
    captions: captions.map(({ track: { id, language, name }, cues }) => ({
      // Not every container can show two texts at once.
      ...{ language, name, srt: toSrt(flatCues(cues), screen.rate) },
      ...{ isShown: id === shownId, isForced: choice.forcedIds.includes(id) },
    })),
    captionFiles: captionFilesOf(captions.map(each => ({
      ...{ language: each.track.language, name: each.track.name },
      texts: Object.fromEntries([...new Set(forms)].map(form => [form, textOf(each, form, screen)])),
    }))),
    isAlsoEmbedded: choice.isAlsoEmbedded,
    ass: mode === 'burned' && burned ? assOf(burned, screen) : null,
  }
}

function textOf(captions: Captions, form: CaptionFile, screen: Screen): string {
  switch (form) {
    case 'srt': return toSrt(captions.cues, screen.rate)
    case 'vtt': return toVtt(captions.cues, screen.rate)
    case 'ass': return assOf(captions, screen)
    default: return form satisfies never
  }
}

function assOf({ track: { style, speakerColours, language }, cues }: Captions, screen: Screen): string {
  return toAss(screen, { captions: { cues, style, speakerColours, language } })
}
