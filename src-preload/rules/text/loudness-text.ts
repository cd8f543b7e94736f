/** The loudness of a delivery as a text that comes with it. */
import type { LoudnessReport } from '#contract/loudness.ts'
import type { TextLanguage } from '#contract/words.ts'
import type { ReportWords } from './reports/words.ts'
import { isReached, toleranceLu } from '../deliver/loudness-targets.ts'
import { reportWordsIn } from './report-words.ts'

export function loudnessText(name: string, report: LoudnessReport, language: TextLanguage = 'en'): string {
  const all = reportWordsIn[language]
  const words = all.loudness
  const { integratedLufs, truePeakDbtp, targetLufs, details } = report
  const lufs = (value: number | null): string => value === null ? all.silent : `${value.toFixed(1)} LUFS`
  const target = targetLufs === null ? words.asMixed : `${lufs(targetLufs)} ±${toleranceLu(targetLufs)} LU${reachedText(report, words)}`
  return [
    words.title(name),
    words.standard,
    '',
    all.row(words.integrated, lufs(integratedLufs)),
    all.row(words.target, target),
    ...details ? [all.row(words.range, unit(details.rangeLu, 'LU'))] : [],
    all.row(words.truePeak, unit(truePeakDbtp, 'dBTP')),
    ...details && details.limitDbtp !== null ? [all.row(words.truePeakLimit, unit(details.limitDbtp, 'dBTP'))] : [],
    ...details ? ['', ...gainRows(details, all, lufs)] : [],
    ...details && details.speakers.length > 0
      ? [
          '',
          words.speakers,
          ...details.speakers.map(({ name: speaker, lines, beforeLufs, afterLufs }) =>
            `  ${words.speaker(speaker || all.noSpeaker, lufs(beforeLufs), lufs(afterLufs), lines)}`),
        ]
      : [],
    ...report.shop
      ? [
          '',
          words.shop,
          ...report.shop.map(({ name: file, rmsDb, peakDb, floorDb }) => `  ${file}: ${unit(rmsDb, 'dB')}, ${unit(peakDb, 'dB')}, ${unit(floorDb, 'dB')}`),
        ]
      : [],
    '',
  ].join('\n')
}

export function loudnessJson(name: string, report: LoudnessReport): string {
  return `${JSON.stringify({ name, standard: 'EBU R 128', ...report }, null, 2)}\n`
}

function gainRows(
  { gainDb, isLimited, levelled, before }: NonNullable<LoudnessReport['details']>,
  { row, loudness: words }: ReportWords,
  lufs: (value: number | null) => string,
): string[] {
  return [
    row(words.gain, `${signed(gainDb)} dB${isLimited ? words.limited : ''}`),
    ...levelled ? [row(words.matched, words.matchedBy(levelled.lines, levelled.mostDb.toFixed(1)))] : [],
    ...before ? [row(words.before, `${lufs(before.integratedLufs)}, ${unit(before.rangeLu, 'LU')}, ${unit(before.truePeakDbtp, 'dBTP')}`)] : [],
  ]
}

function reachedText(report: LoudnessReport, words: ReportWords['loudness']): string {
  const reached = isReached(report)
  return reached === null ? '' : reached ? words.reached : words.missed
}

function unit(value: number | null, name: string): string {
  return value === null ? '–' : `${value.toFixed(1)} ${name}`
}

function signed(value: number): string {
  return `${value < 0 ? '' : '+'}${value.toFixed(1)}`
}
