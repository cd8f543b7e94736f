/** Gives the sound of a take as a WAV of 16 kHz for a moment, at low priority: what listens to speech needs no more of it. */
import type { Asset } from '#contract/takes.ts'
import type { Log } from '../base/log.ts'
import type { Ffmpeg } from '../media/ffmpeg/ffmpeg.ts'
import type { Assets } from './assets.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../base/atomic-file.ts'
import { inBackground } from '../media/ffmpeg/ffmpeg.ts'
import { decodeToSpeechWav } from '../media/sound/decode.ts'

/** What is left in `workFolder` after a kill is removed when the studio is opened. */
export async function withSpeechWav<Found>(
  asset: Pick<Asset, 'id' | 'extension' | 'heard'>,
  { assets, ffmpeg, workFolder, log, signal }: {
    assets: Pick<Assets, 'pathOf'>
    ffmpeg: Ffmpeg
    workFolder: string
    log: Log
    signal: AbortSignal
  },
  use: (wavPath: string) => Promise<Found>,
): Promise<Found> {
  await makeFolder(workFolder)
  const folder = await mkdtemp(join(workFolder, 'speech-'))
  try {
    const wavPath = join(folder, 'speech.wav')
    await decodeToSpeechWav(assets.pathOf(asset), wavPath, { ffmpeg: inBackground(ffmpeg), signal, choice: asset.heard })
    return await use(wavPath)
  }
  finally {
    await rm(folder, { recursive: true, force: true }).catch(error => log.warn('speech-not-swept', { error }))
  }
}
