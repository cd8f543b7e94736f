/** What is sent in place of a file of a request: what is heard of a take, or the sound of a film, written as a WAV of the job. */
import type { Asset } from '#contract/takes.ts'
import type { AssetId, SoundChoice } from '#contract/words.ts'
import type { InsidePath } from '../base/inside.ts'
import type { StepResult, Work } from '../jobs/kind.ts'
import type { Assets } from '../library/assets.ts'
import type { Ffmpeg } from '../media/ffmpeg/ffmpeg.ts'
import type { WireFile, WireRequest } from '../service/client.ts'
import { stat } from 'node:fs/promises'
import { filesOf } from '#rules/models/presence.ts'
import { fileExists } from '../base/atomic-file.ts'
import { inside } from '../base/inside.ts'
import { failureOf } from '../jobs/rows.ts'
import { FfmpegError } from '../media/ffmpeg/ffmpeg.ts'
import { decodeToSpeechWav, decodeToWav48k } from '../media/sound/decode.ts'
import { UnreadableMediaError } from '../media/unreadable.ts'

/** A request with files. `extracts`: those whose sound is extracted, and sent instead. */
interface Extracting {
  readonly request: Pick<WireRequest, 'parts'> & {
    readonly files: Readonly<Record<string, { readonly extension: string, readonly name: string }>>
  }
  readonly extracts?: readonly AssetId[]
}

/** What sounds are taken from, and with what. */
export interface SoundPorts {
  readonly assets: Assets
  readonly ffmpeg: () => Promise<Ffmpeg | null>
}

type SoundWork = Work<Extracting> & SoundPorts

/** `whole` in stereo at 48 kHz; `speech` as it is transcribed. */
export type SoundForm = 'whole' | 'speech'

/** Null when every sound is there; else why the job waits or cannot continue. */
export async function extractSounds(work: SoundWork, form: SoundForm = 'whole'): Promise<StepResult | null> {
  for (const assetId of work.plan.extracts ?? []) {
    const obstacle = await extractOne(work, assetId, form)
    if (obstacle)
      return obstacle
  }
  return null
}

async function extractOne(work: SoundWork, assetId: AssetId, form: SoundForm): Promise<StepResult | null> {
  const { extension = '', name = '' } = work.plan.request.files[assetId] ?? {}
  // Written completely or not at all: an existing file was made by an earlier try.
  if (await fileExists(soundPath(work, assetId)))
    return null
  const source = await sourceOf(work, { id: assetId, extension })
  if (source === null)
    return { refused: failureOf('missing-file', name), charged: 'no' }
  const ffmpeg = await work.ffmpeg()
  if (ffmpeg === null)
    return { blockedBy: 'no-ffmpeg', waitMs: 30_000 }
  try {
    const options = { ffmpeg, signal: work.signal, choice: heardOf(work.plan, assetId) }
    if (form === 'speech')
      await decodeToSpeechWav(source, soundPath(work, assetId), options)
    else
      await decodeToWav48k(source, soundPath(work, assetId), options)
    return null
  }
  catch (error) {
    if (error instanceof FfmpegError)
      return { refused: failureOf('media', error.stderr.slice(-500)), charged: 'no' }
    if (error instanceof UnreadableMediaError)
      return { refused: failureOf('media', error.message), charged: 'no' }
    throw error
  }
}

/** The extracted sounds, by the asset that they replace. */
export async function sentSounds(work: SoundWork): Promise<Record<string, WireFile>> {
  const sounds: Record<string, WireFile> = {}
  for (const assetId of work.plan.extracts ?? []) {
    const path = soundPath(work, assetId)
    sounds[assetId] = { path, name: `${assetId.slice(0, 12)}.wav`, mime: 'audio/wav', sizeBytes: (await stat(path)).size }
  }
  return sounds
}

/** The file of an asset; null where it is missing, cannot be read, or leads out of the library. */
export async function sourceOf(
  { assets }: Pick<SoundPorts, 'assets'>,
  asset: Pick<Asset, 'id' | 'extension'>,
): Promise<InsidePath | null> {
  try {
    const path = assets.pathOf(asset)
    return await fileExists(path) ? path : null
  }
  catch {
    return null
  }
}

/** What was chosen of the sound when the request was made. */
function heardOf({ request }: Extracting, assetId: AssetId): SoundChoice | undefined {
  return request.parts.flatMap(([, value]) => filesOf(value)).find(file => file.assetId === assetId)?.heard
}

function soundPath(work: Work<unknown>, assetId: AssetId): string {
  return inside(work.folder, `${assetId}.wav`)
}
