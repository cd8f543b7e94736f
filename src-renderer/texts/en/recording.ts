/** Words of the recorder. */
import type { Blocked, Ended } from '../../player/recorder/states.ts'

const blocked: Record<Blocked, { what: string, todo: string }> = {
  'refused': {
    what: 'The microphone is not allowed.',
    todo: 'Allow it for Takeroom: in the browser next to the address, in the app in the system’s privacy settings. Then try again.',
  },
  'none': { what: 'No microphone was found.', todo: 'Plug one in, then try again.' },
  'in-use': { what: 'The microphone could not be opened.', todo: 'Another program may be using it. Close that program, then try again.' },
  'unsupported': {
    what: 'This browser cannot record here.',
    todo: 'Use Chromium, Chrome, Edge or Firefox, at the address that Takeroom printed. You can also drop a sound file.',
  },
  'gone': { what: 'The microphone was unplugged.', todo: 'Plug it in again or choose another, then try again.' },
  'broken': { what: 'The microphone failed.', todo: 'Try again. If it fails again, choose another microphone.' },
  'studio': { what: 'The recording could not begin.', todo: 'Nothing was recorded. Solve what is said below, then try again.' },
}
const ended: Record<Ended, string> = {
  'stopped': 'Kept in the library. Listen, then keep or discard it.',
  'gone': 'The microphone was unplugged. Everything before that is kept.',
  'slept': 'The computer slept. Everything before that is kept.',
  'disk-full': 'The disk is full. Everything before that is kept. Free some space before you record again.',
  'studio-gone': 'The connection to the studio broke. What had arrived is kept.',
  'broken': 'The browser stopped recording. Everything before that is kept.',
}
const notKept: Record<Ended, string> = {
  'stopped': 'Nothing was recorded.',
  'gone': 'The microphone was unplugged before anything was recorded.',
  'slept': 'The computer slept before anything was recorded.',
  'disk-full': 'The disk is full. What was recorded waits in the studio folder and becomes a take at the next start with enough space.',
  'studio-gone': 'The studio cannot be reached. What had arrived becomes a take as soon as it runs again.',
  'broken': 'The browser could not record. Try again, or choose another microphone.',
}

export const recording = {
  act: 'Record…',
  title: 'Record',
  takeName: (minute: string) => `Recording ${minute}`,
  device: 'Microphone',
  noDevice: 'No microphone',
  unnamed: (n: number) => `Microphone ${n}`,
  level: 'Level',
  clipping: 'Clipping',
  resetClipping: 'It was too loud: turn the microphone down. Click to reset.',
  elapsed: 'Recorded',
  countdown: 'Count down 3, 2, 1',
  monitor: 'Hear the microphone',
  monitorHelp: 'Use headphones: speakers feed back into the microphone.',
  offset: 'Place recordings earlier by',
  offsetHelp: 'Only if your recordings lie too late or too early. The latency that the browser reports is already subtracted.',
  record: 'Record',
  stop: 'Stop',
  keep: 'Keep',
  discard: 'Discard',
  again: 'Record again',
  tryAgain: 'Try again',
  opening: 'Opening the microphone… Allow it if you are asked.',
  ready: 'Ready. Speech should peak in the green range.',
  silent: 'No sound arrives. Is the microphone muted?',
  counting: (n: number) => `Recording in ${n}…`,
  recording: 'Recording. Each second is saved as it arrives.',
  ending: 'Saving…',
  ended,
  notKept,
  blocked,
  recovered: {
    title: (n: number) => n === 1 ? 'A recording was not finished, and is kept' : `${n} recordings were not finished, and are kept`,
    closed: (name: string, length: string) => `“${name}” (${length}): Takeroom was closed while it was recording.`,
    pageGone: (name: string, length: string) => `“${name}” (${length}): its page was closed or lost the connection.`,
    show: 'Show',
    dismiss: 'OK',
  },
}
