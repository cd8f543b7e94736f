/** The shape of what the reports of a delivery say, in each language. */
import type { ShopProblem } from '../../deliver/shop.ts'

export interface ReportWords {
  /** The name of a value and the value, in columns where the script allows it. */
  readonly row: (name: string, value: string) => string
  readonly silent: string
  readonly noSpeaker: string
  readonly loudness: {
    readonly title: (name: string) => string
    readonly standard: string
    readonly integrated: string
    readonly target: string
    readonly asMixed: string
    readonly reached: string
    readonly missed: string
    readonly range: string
    readonly truePeak: string
    readonly truePeakLimit: string
    readonly gain: string
    readonly limited: string
    readonly matched: string
    readonly matchedBy: (lines: number, mostDb: string) => string
    readonly before: string
    readonly speakers: string
    readonly speaker: (name: string, before: string, after: string, lines: number) => string
    readonly shop: string
  }
  readonly shop: {
    readonly title: (name: string) => string
    readonly limits: string
    readonly form: string
    readonly sample: string
    readonly measured: (rms: string, peak: string, floor: string) => string
    readonly given: (gain: string, seconds: string) => string
    readonly problems: Readonly<Record<ShopProblem, string>>
    readonly noOpening: string
    readonly noClosing: string
    readonly shortSample: string
    readonly noCover: (side: number) => string
    readonly smallCover: (width: number, height: number, side: number) => string
    readonly longFile: string
    readonly nothing: string
    readonly todo: string
  }
}
