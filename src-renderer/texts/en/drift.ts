/** Words of drift. */

export const drift = {
  title: 'Drift',
  ofSpeaker: 'Drift of this speaker',
  open: (speaker: string, state: string) => `Drift · ${state}, ${speaker}`,
  help: 'Compares how the takes of a speaker sound. Measured on this computer, free of charge.',
  speaker: 'Speaker to compare',
  measuring: (takes: number) => takes === 1 ? 'Measuring 1 take…' : `Measuring ${takes} takes…`,
  differing: (n: number) => n === 0 ? 'No take differs' : n === 1 ? '1 take differs' : `${n} takes differ`,
  tooFew: (takes: number) => `What is usual is known from ${takes} takes of the voice that is cast, or from an anchor.`,
  nothing: 'No takes to compare',
  at: (place: number, n: number) => `${place} of ${n}`,
  previous: 'Previous take that differs',
  next: 'Next take that differs',
  hear: 'Play this take',
  right: 'Right as it is',
  notRight: 'Differs after all',
  retakeAll: (lines: number, takes: number) => takes < lines
    ? `Retake ${lines} lines that differ · ${takes === 1 ? '1 take' : `${takes} takes`}`
    : takes === 1 ? 'Retake 1 take that differs' : `Retake ${takes} takes that differ`,
  close: 'Close drift',
  anchor: 'Compare with this take: the anchor',
  noAnchor: 'Remove the anchor: compare with the median',
  anchorAt: (line: number) => `Anchor: line ${line}`,
  anchorElsewhere: 'Anchor: an earlier take',
  strip: (speaker: string) => `Takes of ${speaker} along the script`,
  line: (line: number) => `Line ${line}`,
  other: 'another voice, not compared',
  usual: (value: string) => `Usual: ${value}`,
  measures: { pitch: 'Pitch', loudness: 'Loudness', pace: 'Pace', brightness: 'Brightness' },
  values: {
    pitch: (hertz: string) => `${hertz} Hz`,
    loudness: (decibels: string) => `${decibels} dB`,
    pace: (syllables: string) => `${syllables} syllables/s`,
    brightness: (hertz: string) => `${hertz} Hz`,
  },
  /** By how much, in which direction, and whether an anchor is what it is compared with. */
  told: {
    pitch: (semitones: string, isMore: boolean, isAnchored: boolean) =>
      `${semitones} ${semitones === '1' ? 'semitone' : 'semitones'} ${isMore ? 'higher' : 'lower'} than ${isAnchored ? 'the anchor' : 'usual'}`,
    loudness: (decibels: string, isMore: boolean, isAnchored: boolean) =>
      `${decibels} dB ${isMore ? 'louder' : 'quieter'} than ${isAnchored ? 'the anchor' : 'usual'}`,
    pace: (percent: string, isMore: boolean, isAnchored: boolean) =>
      `${percent} ${isMore ? 'faster' : 'slower'} than ${isAnchored ? 'the anchor' : 'usual'}`,
    brightness: (octaves: string, isMore: boolean, isAnchored: boolean) =>
      `${octaves} ${octaves === '1' ? 'octave' : 'octaves'} ${isMore ? 'brighter' : 'darker'} than ${isAnchored ? 'the anchor' : 'usual'}`,
  },
  accepted: (n: number) => n === 1 ? '1 take is right as it is.' : `${n} takes are right as they are.`,
}
