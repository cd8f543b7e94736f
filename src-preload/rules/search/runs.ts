/** Many whole numbers as a short text: `9-5,12` is 9, 8, 7, 6, 5, 12. A hundred thousand takes in the order of filing are one run. */

/** Numbers from 0. */
export function printRuns(numbers: readonly number[]): string {
  const runs: string[] = []
  for (let at = 0; at < numbers.length;) {
    const first = numbers[at] ?? 0
    const step = (numbers[at + 1] ?? first) - first
    let last = first
    at += 1
    while (Math.abs(step) === 1 && numbers[at] === last + step) {
      last += step
      at += 1
    }
    runs.push(first === last ? String(first) : `${first}-${last}`)
  }
  return runs.join(',')
}

/** Reads what `printRuns` wrote. */
export function readRuns(text: string): number[] {
  const numbers: number[] = []
  for (const run of text === '' ? [] : text.split(',')) {
    const [first = 0, last = first] = run.split('-').map(Number)
    const step = last < first ? -1 : 1
    const count = Math.abs(last - first) + 1
    // Room for all of it at once: a list that grows number by number to a whole library is copied many times.
    let end = numbers.length
    numbers.length += count
    for (let at = 0; at < count; at++)
      numbers[end++] = first + at * step
  }
  return numbers
}
