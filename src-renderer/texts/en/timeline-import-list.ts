/** Words of importing a timeline of another program. */
import { many } from '../english-many.ts'

export const timelineImportList = {
  act: 'Import timeline…',
  title: (name: string) => `Import “${name}”`,
  unreadable: 'Takeroom cannot read this file as a timeline. It reads OTIO, FCPXML, MLT (Shotcut, Kdenlive) and EDL (CMX3600). Export the timeline in one of these formats.',
  about: (tracks: number, clips: number, markers: number) => `${many(tracks, 'track')}, ${many(clips, 'clip')}${markers === 0 ? '' : `, ${many(markers, 'marker')}`}.`,
  compounds: (count: number) => count === 1 ? 'One nested sequence becomes a sequence of its own.' : `${count} nested sequences become sequences of their own.`,
  askRate: 'Frame rate of the file',
  searching: 'Searching for its media…',
  found: (found: number, all: number) => all === 0 ? 'It names no media.' : `${found} of ${many(all, 'media file')} found in the library.`,
  missing: 'Media that were not found',
  missingHelp: 'Without them, their clips are left out.',
  importFiles: 'Import files…',
  leftOut: 'Left out',
  left: {
    effects: (count: number) => many(count, 'effect'),
    transitions: (count: number) => `${many(count, 'transition')}: cuts instead`,
    nested: (count: number) => `${many(count, 'nested clip')}: a gap instead`,
    circles: (count: number) => `${many(count, 'nested clip')} of a sequence that it is in: a gap instead`,
    generators: (count: number) => `${many(count, 'generated or unknown clip')}: a gap instead`,
    speeds: (count: number) => `${many(count, 'speed change')}: normal speed or a gap instead`,
    captions: (count: number) => many(count, 'caption'),
    tracks: (count: number) => many(count, 'track'),
    overlong: (count: number) => `${many(count, 'clip')} beyond 24 hours`,
    sequences: (count: number) => `${many(count, 'other timeline')} of the file: export each on its own`,
    rows: (count: number) => `${many(count, 'row')} that Takeroom could not read`,
  },
  make: 'Create sequence',
  done: (placed: number, skipped: number, shortened: number) => `${many(placed, 'clip')} placed.${skipped === 0 ? '' : ` ${many(skipped, 'clip')} left out.`}${shortened === 0 ? '' : ` ${many(shortened, 'clip')} shorter than in the file: the media ends earlier.`}`,
}
