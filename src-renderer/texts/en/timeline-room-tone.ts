/** Words of filling gaps with room tone. */
import { many } from '../english-many.ts'

export const timelineRoomTone = {
  title: 'Fill with room tone',
  gap: 'Fill gap with room tone…',
  measuring: (done: number, all: number) => `Looking for a quiet stretch: ${done} of ${all}…`,
  noGaps: 'There is no gap between the clips of this track.',
  none: 'No clip of this track has a quiet, steady stretch of half a second. Record a few seconds of the silent room and place them on the track.',
  found: (gaps: number, seconds: string) => `${many(gaps, 'gap')}, ${seconds} s in total.`,
  from: (name: string, seconds: string) => `The quiet stretch is from “${name}”, ${seconds} s long. Longer gaps have parts of it in changing order, with cross-fades.`,
  apart: 'The clips come onto a new audio track, so that ducked music rises in the gaps.',
  trackName: 'Room tone',
  hear: 'Listen',
  stop: 'Stop',
  fill: 'Fill',
}
