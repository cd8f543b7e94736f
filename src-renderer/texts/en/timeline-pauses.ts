/** Words of tightening pauses and removing silences. */
import { many } from '../english-many.ts'

export const timelinePauses = {
  title: 'Tighten pauses',
  removeTitle: 'Remove silences',
  where: 'Look in',
  scopes: {
    selected: (count: number) => `Selected clips (${count})`,
    range: (count: number) => `Speech between in and out (${many(count, 'clip')})`,
    speech: (count: number) => `All speech (${many(count, 'clip')})`,
  },
  alsoCut: 'Also cut these tracks',
  least: 'Pauses longer than',
  keeps: 'Become',
  behindSpeech: 'Keep after speech',
  beforeSpeech: 'Keep before speech',
  unit: 's',
  measuring: (done: number, all: number) => `Measuring the audio: ${done} of ${all}…`,
  none: 'No pause is that long. Try a shorter length.',
  unknown: (count: number) => `${many(count, 'take')} could not be read and will not be cut.`,
  list: 'Pauses',
  at: 'Time',
  length: 'Length',
  becomes: 'Becomes',
  seconds: (seconds: string) => `${seconds} s`,
  row: (at: string, length: string, becomes: string) => `${at}, ${length} seconds, becomes ${becomes} seconds`,
  hear: 'Play how it will sound',
  stop: 'Stop',
  sum: (count: number, seconds: string) => `${many(count, 'pause')}, ${seconds} s saved`,
  apply: 'Tighten',
  remove: 'Remove',
  noClips: 'There is no speech to look in. Select audio clips first.',
}
