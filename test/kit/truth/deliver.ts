/** Delivers a document as the studio does: the frames of the film, and its sound before it is encoded. */
import type { RenderPreset } from '#contract/presets.ts'
import type { Sequence, SequenceDocument } from '#contract/sequence-document.ts'
import type { AssetId, ProjectId, SequenceId } from '#contract/words.ts'
import type { Raster } from '../drawn-frames.ts'
import type { MediaKit } from '../media.ts'
import type { TruthMedia } from './media.ts'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { usualOptions } from '#rules/deliver/usual-options.ts'
import { sampleOfFrame } from '#rules/sequence/frames.ts'
import { rangeOf } from '#rules/sequence/range.ts'
import { resolve } from '#rules/sequence/resolve.ts'
import { freezeRender } from '../../../src-main/deliver/render-plan.ts'
import { layOutFonts } from '../../../src-main/media/plan/caption-fonts.ts'
import { mediaPlanOf } from '../../../src-main/media/plan/render-job.ts'
import { planSamples } from '../../../src-main/media/plan/render-plan.ts'
import { masteringArgs } from '../../../src-main/media/render/join-parts.ts'
import { renderPlan } from '../../../src-main/media/render/render.ts'
import { renderSound } from '../../../src-main/media/sound/render-sound.ts'
import { onlyEncoding } from '../plain-plan.ts'

export interface Delivered {
  /** Of the sequence, where the film begins, and how many there are. */
  readonly startFrame: number
  readonly frames: number
  /** These frames of the sequence. */
  readonly pictures: (frames: readonly number[]) => Promise<Raster[]>
  /** 48 kHz, from `startFrame` on: left and right in turn. Before it is brought to a loudness. */
  readonly sound: () => Promise<{ samples: Float32Array, from: number }>
}

let folders = 0
/** The preview plays what is on the timeline; it is levelled only on request. */
const asMixed = { ...usualOptions, levelsLines: false }

type Placed = Pick<TruthMedia, 'takes' | 'luts'>

export async function deliver(document: SequenceDocument, { takes, luts }: Placed, media: MediaKit): Promise<Delivered> {
  const sequence: Sequence = { ...document, id: 'sequence' as SequenceId, projectId: 'project' as ProjectId, revision: 1, changedAt: 0 }
  const { width, height } = document
  const paths = new Map(takes.map(({ take, path }) => [take.id, path]))
  const preset: RenderPreset = { id: 'truth', name: '', ...onlyEncoding({ width, height }), loudness: null, captionModes: ['burned'] }
  const frozen = freezeRender({
    ...{ sequence, takes: takes.map(({ take }) => take), preset, captionMode: 'burned', options: asMixed, madeAt: 0 },
    pathOf: take => paths.get(take.id) ?? '',
    lutPaths: new Map(Object.entries(luts).map(([id, { path }]) => [id as AssetId, path])), // The keys are ids.
  })
  const folder = media.file(`delivered-${folders++}`)
  const fontsDir = join(folder, 'caption-fonts')
  await mkdir(folder)
  if (frozen.ass !== null) {
    await writeFile(join(folder, 'captions.ass'), frozen.ass)
    await layOutFonts(frozen.ass, fontsDir)
  }
  const hasWords = frozen.ass !== null
  // The delivery and its name do not count for what is rendered.
  const plan = mediaPlanOf({ ...frozen, deliveryId: '', delivery: {}, fileBase: '' } as unknown as Parameters<typeof mediaPlanOf>[0], {
    ...{ assPath: hasWords ? join(folder, 'captions.ass') : null, fontsDir: hasWords ? fontsDir : null, tracks: [] },
  })
  const { ffmpeg } = media
  const film = join(folder, 'film.mp4')
  await renderPlan(plan, film, { ffmpeg, workDir: folder })
  const { startFrame, frames } = rangeOf(document, resolve(document).durationFrames)
  return {
    startFrame,
    frames,
    async pictures(wanted) {
      const sorted = [...new Set(wanted)].sort((a, b) => a - b)
      const selected = sorted.map(frame => `eq(n,${frame - startFrame})`).join('+')
      const { stdout } = await ffmpeg.run([
        ...['-i', film, '-map', '0:v:0', '-vf', `select='${selected}',scale=in_color_matrix=bt709:flags=bicubic+accurate_rnd+full_chroma_int`],
        ...['-pix_fmt', 'rgb24', '-fps_mode', 'passthrough', '-f', 'rawvideo', '-'],
      ])
      const bytes = width * height * 3
      const at = (index: number) => stdout.subarray(index * bytes, (index + 1) * bytes)
      return wanted.map(frame => ({ width, height, pixels: at(sorted.indexOf(frame)) }))
    },
    async sound() {
      const out = join(folder, 'mix')
      await mkdir(out)
      const heard = await renderSound(plan, { ffmpeg, folder: out, signal: new AbortController().signal, advance: () => {} })
      const mastering = masteringArgs(heard, planSamples(plan), null)
      const { stdout } = await ffmpeg.run(['-i', join(out, 'mix.wav'), ...mastering, '-f', 'f32le', '-'])
      return { samples: new Float32Array(new Uint8Array(stdout).buffer), from: sampleOfFrame(startFrame, document.rate) }
    },
  }
}
