/** What audiobook shops ask of each file, by the rules of ACX, which others follow: https://www.acx.com/help/acx-audio-submission-requirements */

export const shopLimits = { quietestDb: -23, loudestDb: -18, peakDb: -3, floorDb: -60 } as const
export const shopCoverSide = 2400
export const sampleSeconds = { least: 60, most: 300 } as const

/** Decibels below full scale of a whole file; null for digital silence. */
export interface ShopMeasures {
  /** Root of the mean square of all samples. */
  readonly rmsDb: number | null
  readonly peakDb: number | null
  /** Of the quietest half second between the room tone at its ends. */
  readonly floorDb: number | null
}

export type ShopProblem = 'too-quiet' | 'too-loud' | 'peaks' | 'noisy'

/** By tenths of a decibel, as shops show them. */
export function shopProblems({ rmsDb, peakDb, floorDb }: ShopMeasures): ShopProblem[] {
  const tenths = (value: number | null): number => value === null ? -Infinity : Math.round(value * 10) / 10
  return [
    ...tenths(rmsDb) < shopLimits.quietestDb ? ['too-quiet'] as const : [],
    ...tenths(rmsDb) > shopLimits.loudestDb ? ['too-loud'] as const : [],
    ...tenths(peakDb) > shopLimits.peakDb ? ['peaks'] as const : [],
    ...tenths(floorDb) > shopLimits.floorDb ? ['noisy'] as const : [],
  ]
}

export interface ShopFile extends ShopMeasures { readonly name: string, readonly seconds: number, readonly gainDb: number }

/** What else a shop looks at. */
export interface ShopSet {
  readonly files: readonly ShopFile[]
  /** Null where there is none. */
  readonly sample: ShopFile | null
  /** In pixels, of the picture that was chosen; null where there is none. */
  readonly cover: { readonly width: number, readonly height: number } | null
}

const words: Readonly<Record<ShopProblem, string>> = {
  'too-quiet': `quieter than ${shopLimits.quietestDb} dB RMS`,
  'too-loud': `louder than ${shopLimits.loudestDb} dB RMS`,
  'peaks': `peaks above ${shopLimits.peakDb} dB`,
  'noisy': `noise floor above ${shopLimits.floorDb} dB: remove the noise from the recording`,
}

const credits = { opening: /\b(?:opening|intro(?:duction)?)\b|片头|开场/i, closing: /\b(?:closing|end|outro)\b|片尾|结束/i }

/** In English, as the shops' own terms are. */
export function shopText(name: string, { files, sample, cover }: ShopSet): string {
  const db = (value: number | null): string => value === null ? 'silent' : value.toFixed(1)
  const row = (file: ShopFile): string => {
    const problems = shopProblems(file)
    const measured = `RMS ${db(file.rmsDb)} dB, peak ${db(file.peakDb)} dB, floor ${db(file.floorDb)} dB`
    return [
      `${problems.length === 0 ? 'ok ' : 'NOT'}  ${file.name}`,
      `     ${measured}, gain ${file.gainDb.toFixed(1)} dB, ${file.seconds.toFixed(1)} s`,
      ...problems.map(problem => `     ! ${words[problem]}`),
    ].join('\n')
  }
  const notes = [
    ...files[0] && !credits.opening.test(files[0].name) ? ['No first chapter is called opening credits: shops ask for title, author and narrator there.'] : [],
    ...files.at(-1) && !credits.closing.test(files.at(-1)?.name ?? '') ? ['No last chapter is called closing credits: shops ask for "the end" there.'] : [],
    ...sample === null || sample.seconds < sampleSeconds.least ? ['The retail sample is shorter than a minute: shops ask for one to five.'] : [],
    ...coverNotes(cover),
    ...files.some(({ seconds }) => seconds > 7200) ? ['A file is longer than two hours: split its chapter by a marker.'] : [],
  ]
  return [
    `Audiobook check: ${name}`,
    'Each file measured as it was encoded; limits of ACX: RMS -23 to -18 dB, peak at most -3 dB, noise floor at most -60 dB',
    '44.1 kHz MP3 of 192 kbit/s, constant; room tone of 0.75 s before and 2.5 s after each chapter',
    '',
    ...files.map(row),
    ...sample ? ['', 'Retail sample', row(sample)] : [],
    '',
    ...notes.length === 0 ? ['Nothing else to do.'] : ['To do', ...notes.map(note => `- ${note}`)],
    '',
  ].join('\n')
}

function coverNotes(cover: ShopSet['cover']): string[] {
  if (cover === null)
    return [`There is no cover: shops ask for a square JPEG of at least ${shopCoverSide} × ${shopCoverSide} pixels.`]
  const { width, height } = cover
  return width !== height || width < shopCoverSide
    ? [`The cover has ${width} × ${height} pixels: shops ask for a square of at least ${shopCoverSide} × ${shopCoverSide}.`]
    : []
}
