/** Rows that are headings by what other rows are: numbers that count up. */

const word = /^(\p{L}{3,12})\s\d{1,4}$/u
const roman = /^[IVXL]{1,7}\.?$/
const values: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50 }

function valueOf(text: string): number {
  const digits = Array.from(text.replace('.', ''), letter => values[letter] ?? 0)
  return digits.reduce((sum, digit, at) => sum + (digit < (digits[at + 1] ?? 0) ? -digit : digit), 0)
}

/**
 * `Screen 1`, `Screen 2`, without blank rows around them; `I`, `II` alone between blank rows, from the first on. `isHead`: whether words with
 * a number are a heading where they are a paragraph.
 */
export function countedHeadsIn(rows: readonly string[], isHead: (row: string) => boolean): ReadonlySet<number> {
  const worded = rows.flatMap((row, at) => {
    const name = word.exec(row)?.[1]?.toLowerCase()
    return name !== undefined && isHead(row) ? [{ at, name }] : []
  })
  const counts = Map.groupBy(worded, ({ name }) => name)
  const alone = rows.flatMap((row, at) => roman.test(row) && (rows[at - 1] ?? '') === '' && (rows[at + 1] ?? '') === '' ? [at] : [])
  const countUp = alone.length > 1 && alone.every((at, index) => valueOf(rows[at] ?? '') === index + 1)
  return new Set([...worded.flatMap(({ at, name }) => (counts.get(name)?.length ?? 0) > 1 ? [at] : []), ...countUp ? alone : []])
}
