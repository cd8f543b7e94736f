/** Words of the recorder. */
import type { Blocked, Ended } from '../../player/recorder/states.ts'

const blocked: Record<Blocked, { what: string, todo: string }> = {
  'refused': {
    what: 'Takeroom may not use the microphone.',
    todo: 'Allow it next to the browser’s address bar, or in the system’s privacy settings, then try again.',
  },
  'none': { what: 'No microphone was found.', todo: 'Plug one in, then try again.' },
  'in-use': { what: 'The microphone could not be opened.', todo: 'Another app may be using it. Close that app, then try again.' },
  'unsupported': {
    what: 'Recording is not available in this browser.',
    todo: 'Use Chromium, Chrome, Edge or Firefox, at the address that Takeroom printed. You can also drop an audio file.',
  },
  'gone': { what: 'The microphone was unplugged.', todo: 'Plug it in again or choose another, then try again.' },
  'broken': { what: 'The microphone failed.', todo: 'Try again. If it fails again, choose another microphone.' },
  'studio': { what: 'The recording could not start.', todo: 'Nothing was recorded. Fix the problem below, then try again.' },
}
const ended: Record<Ended, string> = {
  'stopped': 'Kept in the library. Listen, then keep or discard it.',
  'gone': 'The microphone was unplugged. Everything before that is kept.',
  'slept': 'The computer went to sleep. Everything before that is kept.',
  'disk-full': 'The disk is full. Everything before that is kept. Free some space before you record again.',
  'studio-gone': 'The connection dropped. Everything until then is kept.',
  'broken': 'The browser stopped recording. Everything before that is kept.',
}
const notKept: Record<Ended, string> = {
  'stopped': 'Nothing was recorded.',
  'gone': 'The microphone was unplugged before anything was recorded.',
  'slept': 'The computer went to sleep before anything was recorded.',
  'disk-full': 'The disk is full. The recording is kept in the studio folder and added to the library once there is space.',
  'studio-gone': 'Takeroom cannot be reached. What was recorded until then is added to the library once it runs again.',
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
  monitor: 'Monitor',
  monitorHelp: 'Use headphones: speakers feed back into the microphone.',
  offset: 'Latency correction',
  offsetHelp: 'Use it only if recordings sound late or early. Reported latency is already corrected.',
  record: 'Record',
  stop: 'Stop',
  keep: 'Keep',
  discard: 'Discard',
  again: 'Record again',
  tryAgain: 'Try again',
  opening: 'Opening the microphone… Allow it if you are asked.',
  ready: 'Ready. Speech should peak in the green range.',
  silent: 'No signal. Is the microphone muted?',
  counting: (n: number) => `Recording in ${n}…`,
  recording: 'Recording. Everything is saved as you speak.',
  ending: 'Saving…',
  ended,
  notKept,
  blocked,
  recovered: {
    title: (n: number) => n === 1 ? 'An unfinished recording was recovered' : `${n} unfinished recordings were recovered`,
    closed: (name: string, length: string) => `“${name}” (${length}): Takeroom was closed while it was recording.`,
    pageGone: (name: string, length: string) => `“${name}” (${length}): its page was closed or lost the connection.`,
    show: 'Show',
    dismiss: 'OK',
  },
}
