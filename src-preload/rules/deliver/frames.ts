/** The pictures of an image sequence: numbered files in a folder of their own, which a delivery lists as one, by the name of the first. */
import type { DeliveryFile } from '#contract/deliveries.ts'

type Listed = Pick<DeliveryFile, 'name' | 'frames'>

/** As many as six digits count from 1 on. */
export const mostFrames = 999_999
/** File managers and some programs are slow with more files than this in one folder. */
export const manyFrames = 20_000

const digits = 6
const numbered = /^(.*-)(\d{6})(\.png)$/s

/** Without what other programs take for a number in a row of files (`%`), or for the end of an address (`#`). */
export const frameBase = (name: string): string => name.replaceAll(/[%#]+/g, ' ').replace(/^[\s.]+/, '').trim() || 'Frames'

/** Of the first: as other programs count, from 1 on. */
export const firstFrameName = (base: string): string => `${base}-${'1'.padStart(digits, '0')}.png`

/** The name of one of the files that an entry stands for, from 0 on. An entry without frames is the file itself. */
export function nameAt({ name, frames }: Listed, at: number): string {
  const [, before, first, ending] = numbered.exec(name) ?? []
  return frames === undefined || first === undefined ? name : `${before}${String(Number(first) + at).padStart(digits, '0')}${ending}`
}

/** How many files an entry stands for. */
export const countOf = ({ frames }: Pick<Listed, 'frames'>): number => frames?.count ?? 1

/** All files that an entry stands for, in order. */
export const fileNamesOf = (file: Listed): string[] => Array.from({ length: countOf(file) }, (_, at) => nameAt(file, at))

/** The file that stands for all: not the first, which is often black. */
export const shownName = (file: Listed): string => nameAt(file, Math.floor(countOf(file) / 3))
