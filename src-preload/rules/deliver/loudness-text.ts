/** The loudness of a delivery as a text to hand on. */
import type { LoudnessReport } from '#contract/loudness.ts'
import { isReached, toleranceLu } from './loudness-targets.ts'

/** In English, as the terms of EBU R 128 are. */
export function loudnessText(name: string, report: LoudnessReport): string {
  const { integratedLufs, truePeakDbtp, targetLufs, details } = report
  const rows: (readonly [string, string])[] = [
    ['Integrated loudness', lufs(integratedLufs)],
    ['Target', targetLufs === null ? 'as mixed' : `${lufs(targetLufs)} ±${toleranceLu(targetLufs)} LU${reachedText(report)}`],
    ...(details ? [['Loudness range', unit(details.rangeLu, 'LU')] as const] : []),
    ['True peak', unit(truePeakDbtp, 'dBTP')],
    ...(details && details.limitDbtp !== null ? [['True peak limit', unit(details.limitDbtp, 'dBTP')] as const] : []),
  ]
  const before = details?.before
  return [
    `Loudness report: ${name}`,
    'Measured on the delivered file, EBU R 128 / ITU-R BS.1770',
    '',
    ...rows.map(([what, value]) => `${`${what}:`.padEnd(22)}${value}`),
    ...(details
      ? [
          '',
          `${'Gain:'.padEnd(22)}${signed(details.gainDb)} dB${details.isLimited ? ', peaks limited' : ''}`,
          ...(details.levelled ? [`${'Levelled lines:'.padEnd(22)}${details.levelled.lines}, by up to ${details.levelled.mostDb.toFixed(1)} dB`] : []),
          ...(before
            ? [`${'Before the gain:'.padEnd(22)}${lufs(before.integratedLufs)}, ${unit(before.rangeLu, 'LU')}, ${unit(before.truePeakDbtp, 'dBTP')}`]
            : []),
        ]
      : []),
    ...(details && details.speakers.length > 0
      ? [
          '',
          'Speakers (their lines alone, before and after):',
          ...details.speakers.map(({ name: speaker, lines, beforeLufs, afterLufs }) =>
            `  ${speaker || 'No speaker'}: ${lufs(beforeLufs)} → ${lufs(afterLufs)}, ${lines} ${lines === 1 ? 'line' : 'lines'}`),
        ]
      : []),
    ...report.shop
      ? [
          '',
          'Files for shops (RMS, peak, noise floor):',
          ...report.shop.map(({ name: file, rmsDb, peakDb, floorDb }) => `  ${file}: ${unit(rmsDb, 'dB')}, ${unit(peakDb, 'dB')}, ${unit(floorDb, 'dB')}`),
        ]
      : [],
    '',
  ].join('\n')
}

export function loudnessJson(name: string, report: LoudnessReport): string {
  return `${JSON.stringify({ name, standard: 'EBU R 128', ...report }, null, 2)}\n`
}

function reachedText(report: LoudnessReport): string {
  const reached = isReached(report)
  return reached === null ? '' : reached ? ', reached' : ', missed'
}

function lufs(value: number | null): string {
  return value === null ? 'silent' : `${value.toFixed(1)} LUFS`
}

function unit(value: number | null, name: string): string {
  return value === null ? '–' : `${value.toFixed(1)} ${name}`
}

function signed(value: number): string {
  return `${value < 0 ? '' : '+'}${value.toFixed(1)}`
}
