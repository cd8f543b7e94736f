/** What a person said of rows of a text that is brought in, and which rows these are once the text is another. */
import type { Correction, ReadRow } from '#rules/script/reading/read-row.ts'
import { stretchesThatDiffer } from '#rules/listening/align.ts'
import { corrected } from '#rules/script/reading/read-row.ts'

/** By the places of rows, when these were written so. */
export interface Corrections {
  readonly written: readonly string[]
  readonly at: ReadonlyMap<number, Correction>
}

export const noCorrections: Corrections = { written: [], at: new Map() }

/**
 * Where rows are now that are written as before: by the rows around them, so that of several that are written alike each stays itself. One
 * that was moved is where nothing else is written so.
 */
function placesNow(before: readonly string[], now: readonly string[]): Map<number, number> {
  const places = new Map<number, number>()
  const [gone, come]: [number[], number[]] = [[], []]
  let [from, to] = [0, 0]
  const end = { one: [before.length, before.length], other: [now.length, now.length] } as const
  for (const { one, other } of [...stretchesThatDiffer(before, now), end]) {
    for (; from < one[0]; from++, to++)
      places.set(from, to)
    for (; from < one[1]; from++)
      gone.push(from)
    for (to = other[0]; to < other[1]; to++)
      come.push(to)
  }
  const cameByWords = Map.groupBy(come, place => now[place])
  for (const [written, all] of Map.groupBy(gone, place => before[place])) {
    const [[place, ...others], [there, ...elsewhere]] = [all, cameByWords.get(written) ?? []]
    if (place !== undefined && there !== undefined && others.length === 0 && elsewhere.length === 0)
      places.set(place, there)
  }
  return places
}

/** The same corrections for these rows. */
export function correctionsFor(rows: readonly ReadRow[], before: Corrections): Corrections {
  const written = rows.map(row => row.written)
  if (before.at.size === 0)
    return { written, at: before.at }
  const places = placesNow(before.written, written)
  return {
    written,
    at: new Map(Array.from(before.at).flatMap(([place, correction]) => {
      const there = places.get(place)
      return there === undefined ? [] : [[there, correction] as const]
    })),
  }
}

/** Corrections of these very rows. */
export function withCorrections(rows: readonly ReadRow[], { at }: Corrections): ReadRow[] {
  return rows.map((row, place) => {
    const correction = at.get(place)
    return correction === undefined ? row : corrected(row, correction)
  })
}
