/** Words of listening back. */

export const listening = {
  title: 'Listen back',
  help: 'Transcribes takes and compares them with their lines. Each take is transcribed once.',
  scope: 'Lines to listen to',
  scopes: {
    script: 'Whole script',
    scene: 'This scene',
    selected: (n: number) => n === 1 ? '1 selected line' : `${n} selected lines`,
  },
  model: 'Model that transcribes',
  send: (takes: number) => takes === 1 ? 'Listen back to 1 take' : `Listen back to ${takes} takes`,
  nothing: 'All takes heard',
  unknown: 'Not known which takes were heard',
  noTakes: 'No takes to listen to',
  queued: (takes: number) => takes === 1 ? '1 take is being transcribed.' : `${takes} takes are being transcribed.`,
  underWay: (takes: number) => takes === 1 ? 'Transcribing 1 take…' : `Transcribing ${takes} takes…`,
  unheard: 'No takes heard yet',
  doubtful: (n: number) => n === 0 ? 'Nothing doubtful' : n === 1 ? '1 doubtful line' : `${n} doubtful lines`,
  at: (place: number, n: number) => `${place} of ${n}`,
  heardCount: (n: number) => n === 1 ? '1 take heard' : `${n} takes heard`,
  previous: 'Previous doubtful line',
  next: 'Next doubtful line',
  hear: 'Play the doubtful place',
  right: 'Right as it is',
  notRight: 'Doubtful again',
  retake: 'Generate another take of this line',
  retakeAll: (lines: number, takes: number) => takes < lines
    ? `Retake ${lines} doubtful lines · ${takes === 1 ? '1 take' : `${takes} takes`}`
    : lines === 1 ? 'Retake 1 doubtful line' : `Retake ${lines} doubtful lines`,
  close: 'Close listen back',
  accepted: (n: number) => n === 1 ? '1 take is right as it is.' : `${n} takes are right as they are.`,
  marks: {
    doubtful: 'Doubtful',
    right: 'Right as it is',
    heard: 'Matches its text',
  },
  told: {
    missing: (words: string) => `“${words}” was not heard`,
    extra: (words: string) => `“${words}” was added`,
    instead: (heard: string, words: string) => `“${heard}” instead of “${words}”`,
    doubled: (words: string) => `“${words}” was said twice`,
    silence: (seconds: string) => `${seconds} s of silence`,
    cutStart: 'The beginning is cut off',
    cutEnd: 'The end is cut off',
    mayNotMatch: 'The audio may not match the text',
  },
  keys: {
    open: 'Listen back: compare takes with their lines',
  },
}
