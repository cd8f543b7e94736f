/** Keeps the peaks of encoded sound under their limit. */
import type { RenderPlan } from '../plan/render-plan.ts'
import type { SoundTools } from './render-sound.ts'
import type { SoundReport } from './sound-report.ts'
import { encodingRoomDb } from './master.ts'
import { masterSound } from './render-sound.ts'

/** Of finding the sound whose peaks stay under the limit as it is encoded. */
const mostTries = 3

interface Held extends Pick<SoundTools, 'folder' | 'ffmpeg' | 'signal'> {
  readonly plan: Pick<RenderPlan, 'loudness' | 'durationFrames' | 'rate'>
}

/** Encoding lifts single peaks by more than the room that is left for it: then the sound is limited again, by as much. */
export async function holdPeaks<Encoded extends { readonly truePeakDbtp: number | null }>(
  { plan, ...tools }: Held,
  heard: SoundReport,
  encode: (sound: SoundReport) => Promise<Encoded>,
): Promise<Encoded> {
  let [roomDb, sound] = [encodingRoomDb, heard]
  for (let tries = 1; ; tries++) {
    const encoded = await encode(sound)
    const over = (encoded.truePeakDbtp ?? -Infinity) - (plan.loudness?.truePeakDbtp ?? Infinity)
    if (over <= 0 || tries === mostTries)
      return encoded
    roomDb += over + 0.1
    sound = { ...await masterSound(plan, heard.before, tools, roomDb), lines: heard.lines }
  }
}
