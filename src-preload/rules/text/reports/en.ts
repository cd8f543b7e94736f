/** What the reports of a delivery say, in English. */
import type { ReportWords } from './words.ts'
import { shopLimits } from '../../deliver/shop.ts'

const { quietestDb, loudestDb, peakDb, floorDb } = shopLimits

export const reports: ReportWords = {
  row: (name, value) => `${`${name}:`.padEnd(22)}${value}`,
  silent: 'silent',
  noSpeaker: 'No speaker',
  loudness: {
    title: name => `Loudness report: ${name}`,
    standard: 'Measured on the delivered file, EBU R 128 / ITU-R BS.1770',
    integrated: 'Integrated loudness',
    target: 'Target',
    asMixed: 'as mixed',
    reached: ', reached',
    missed: ', missed',
    range: 'Loudness range',
    truePeak: 'True peak',
    truePeakLimit: 'True peak limit',
    gain: 'Gain',
    limited: ', peaks limited',
    matched: 'Matched lines',
    matchedBy: (lines, mostDb) => `${lines}, by up to ${mostDb} dB`,
    before: 'Before the gain',
    speakers: 'Speakers (their lines only, before and after):',
    speaker: (name, before, after, lines) => `${name}: ${before} → ${after}, ${lines} ${lines === 1 ? 'line' : 'lines'}`,
    shop: 'Files for shops (RMS, peak, noise floor):',
  },
  shop: {
    title: name => `Audiobook check: ${name}`,
    limits: `Each encoded file was measured. ACX limits: RMS ${quietestDb} to ${loudestDb} dB, peak at most ${peakDb} dB, noise floor at most ${floorDb} dB`,
    form: '44.1 kHz MP3, 192 kbit/s constant; 0.75 s of room tone before and 2.5 s after each chapter',
    sample: 'Retail sample',
    measured: (rms, peak, floor) => `RMS ${rms} dB, peak ${peak} dB, floor ${floor} dB`,
    given: (gain, seconds) => `gain ${gain} dB, ${seconds} s`,
    problems: {
      'too-quiet': `quieter than ${quietestDb} dB RMS`,
      'too-loud': `louder than ${loudestDb} dB RMS`,
      'peaks': `peaks above ${peakDb} dB`,
      'noisy': `noise floor above ${floorDb} dB: remove the noise from the recording`,
    },
    noOpening: 'No first chapter is called opening credits: shops require title, author and narrator there.',
    noClosing: 'No last chapter is called closing credits: shops require “the end” there.',
    shortSample: 'The retail sample is shorter than a minute: shops require one to five minutes.',
    noCover: side => `There is no cover: shops require a square JPEG of at least ${side} × ${side} pixels.`,
    smallCover: (width, height, side) => `The cover has ${width} × ${height} pixels: shops require a square of at least ${side} × ${side}.`,
    longFile: 'A file is longer than two hours: split its chapter with a marker.',
    nothing: 'Nothing else to do.',
    todo: 'To do',
  },
}
