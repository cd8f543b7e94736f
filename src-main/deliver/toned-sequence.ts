/** A sequence as it is heard in its project: with the level and tone of its clips, its speakers and its tracks. */
import type { Sequence } from '#contract/sequence-document.ts'
import type { Script } from '../script/script-port.ts'
import type { SpeakerTones } from '../script/speaker-tones.ts'
import { noTones, toned, tonesOfLines } from '#rules/tone/of-clips.ts'

export interface TonePorts {
  readonly script: Pick<Script, 'lines'>
  readonly tones: Pick<SpeakerTones, 'of'>
}

/** @throws Fault not-found (project) */
export async function tonedSequence(sequence: Sequence, { script, tones }: TonePorts): Promise<Sequence> {
  const { projectId } = sequence
  const chains = await tones.of(projectId)
  return toned(sequence, chains.length === 0 ? noTones : tonesOfLines(await script.lines(projectId), chains))
}
