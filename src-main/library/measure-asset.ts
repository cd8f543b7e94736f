/** Facts about the file of an asset, measured together with its derived files. */
import type { Asset, SoundTrackOfFile } from '#contract/takes.ts'
import type { Probe } from '../media/probe/probe-types.ts'
import type { DerivedPaths, DerivedTools } from './derived-files.ts'
import { stat } from 'node:fs/promises'
import { secondsOfPeaks } from '../media/sound/peaks.ts'
import { writeDerivedFiles } from './derived-files.ts'

export type Measured = Omit<Asset, 'id' | 'mime' | 'extension' | 'sizeBytes'>

/** Of a file that is not measured. */
export const unmeasured: Measured = {
  ...{ durationSeconds: null, width: null, height: null, framesPerSecond: null, sampleRate: null, channels: null },
  ...{ hasPeaks: false, hasPoster: false, isMissing: false },
}

export async function measureAsset(paths: DerivedPaths, tools: DerivedTools): Promise<Measured> {
  const { probe } = tools
  const { hasPeaks, hasPoster, heardSeconds } = await writeDerivedFiles(paths, tools)
  const durationSeconds = probe.medium === 'audio'
    ? soundSeconds(probe, { heardSeconds, shownSeconds: hasPeaks ? secondsOfPeaks((await stat(paths.peaks)).size) : Infinity })
    : probe.durationSeconds
  return {
    durationSeconds,
    width: probe.width,
    height: probe.height,
    framesPerSecond: probe.framesPerSecond,
    sampleRate: probe.sampleRate,
    channels: probe.channels,
    ...probe.sounds.length > 1 && { sounds: soundsOf(probe) },
    hasPeaks,
    hasPoster,
    isMissing: false,
  }
}

/** The limit for one file. */
const mostSounds = 256

function soundsOf({ sounds, sound }: Probe): SoundTrackOfFile[] {
  return sounds.slice(0, mostSounds).map(({ channels, stream, language, title }, at) =>
    ({ channels, ...stream !== null && { stream }, language: language.slice(0, 100), title: title.slice(0, 200), isDefault: at === sound }))
}

/** Containers that say how much of a sound is heard, without what the encoder had to add at its end. */
const saysItsEnd: ReadonlySet<string> = new Set(['m4a', 'mp4', 'mov', 'ogg'])

/** How long a sound is: by its samples. One that was cut off still says how long it was. */
function soundSeconds(
  { durationSeconds: said, container }: Probe,
  { heardSeconds, shownSeconds }: { readonly heardSeconds: number | null, readonly shownSeconds: number },
): number | null {
  if (heardSeconds !== null)
    return said !== null && saysItsEnd.has(container) ? Math.min(said, heardSeconds) : heardSeconds
  return said !== null && shownSeconds < said - 0.25 ? shownSeconds : said
}
