/** Which captions leave the studio and in which forms: burned in, embedded, and in files next to the delivery. */
import type { CaptionChoice, CaptionFile } from '#contract/delivery-options.ts'
import type { CaptionMode } from '#contract/presets.ts'
import type { TrackId } from '#contract/words.ts'
import type { Screen } from '#rules/captions/style.ts'
import type { DeliveredCaptions } from '#rules/captions/tracks.ts'
import type { RenderJobPlan } from '../media/plan/render-job.ts'
import { toAss } from '#rules/captions/ass.ts'
import { flatCues } from '#rules/captions/together.ts'
import { toSrt, toVtt } from '#rules/captions/write-file.ts'
import { captionFilesOf } from '../media/plan/caption-files.ts'

interface Wanted {
  readonly mode: CaptionMode
  readonly choice: CaptionChoice
  readonly screen: Screen
  /** The track that is burned in. */
  readonly drawnId: TrackId | undefined
}

export function captionsIn(
  captions: readonly DeliveredCaptions[],
  { mode, choice, screen, drawnId }: Wanted,
): Pick<RenderJobPlan, 'captions' | 'captionFiles' | 'isAlsoEmbedded' | 'ass'> {
  const burned = captions.find(({ track }) => track.id === drawnId)
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

function textOf(captions: DeliveredCaptions, form: CaptionFile, screen: Screen): string {
  switch (form) {
    case 'srt': return toSrt(captions.cues, screen.rate)
    case 'vtt': return toVtt(captions.cues, screen.rate)
    case 'ass': return assOf(captions, screen)
    default: return form satisfies never
  }
}

function assOf({ track: { style, speakerColours, language, wordStyle }, cues }: DeliveredCaptions, screen: Screen): string {
  return toAss(screen, { captions: { cues, style, speakerColours, language, words: wordStyle } })
}
