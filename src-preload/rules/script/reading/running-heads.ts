/** What a print repeats on its pages: the head or foot with the title, and the number of the page. */
import { chapterOf, isFurniture, isTransition, slugOf } from './matter.ts'

const edgeNumber = /^(?:(\d{1,4})[\s|·•–—-]{1,9}(\S.*)|(\S.*?)[\s|·•–—-]{1,9}(\d{1,4}))$/
const longest = 80
const fewest = { withNumber: 3, nextToNumber: 2 } as const

/**
 * The places of heads and feet, and whether each may be something else. They count their pages, or are next to the numbers of pages
 * wherever they are but at the beginning. `pages`: the places of page numbers alone in a row and of page breaks.
 */
export function runningHeadsIn(rows: readonly string[], pages: ReadonlySet<number>): ReadonlyMap<number, boolean> {
  const found = new Map<number, boolean>()
  const add = (places: readonly number[], isDoubtful: boolean): void => places.forEach(at => found.set(at, isDoubtful))
  const candidates = rows.flatMap((row, at) => {
    const [key, number] = row.length <= longest && /^\d|\d$/.test(row) ? withoutNumber(row) : ['', 0]
    return key === '' || isMatter(row) ? [] : { at, key, number }
  })
  const numbered = Map.groupBy(candidates, ({ key }) => key)
  for (const all of numbered.values()) {
    const countsUp = all.every(({ number }, index) => number > (all[index - 1]?.number ?? -1))
    if (all.length >= fewest.withNumber && countsUp) {
      // `Day 1`, `Day 2` may be headings: only pages end amid a sentence.
      add(all.map(({ at }) => at), !all.some(({ at }) => isUnfinished(rows, at)))
    }
  }
  const places = nextTo(rows, pages)
  const counts = countsOf(rows.filter(row => row !== ''))
  for (const [row, all] of placesOf(rows, places)) {
    if (all.length >= fewest.nextToNumber && all.length + 1 >= (counts.get(row) ?? 0) && all.length * 4 >= pages.size
      && row.length <= longest && !isMatter(row)) {
      add(all, all.length < fewest.withNumber)
    }
  }
  return found
}

function isMatter(row: string): boolean {
  return row === '' || isFurniture(row) || isTransition(row) || chapterOf(row) !== null || slugOf(row) !== null
    || /^[#(（[]|[:：.,;!?]$/.test(row)
}

/** Whether the sentence before this place has no end. */
function isUnfinished(rows: readonly string[], at: number): boolean {
  const before = rows[at - 1] || rows[at - 2] || ''
  return /[\p{L}\p{N},-]$/u.test(before) && before.length > 20
}

function withoutNumber(row: string): [key: string, number: number] {
  const found = edgeNumber.exec(row)
  const key = found?.[2] ?? found?.[3] ?? ''
  return [/\p{L}{2}/u.test(key) ? key.toLowerCase() : '', Number(found?.[1] ?? found?.[4])]
}

/** The rows right before and after page numbers, over blank ones. */
function nextTo(rows: readonly string[], pages: ReadonlySet<number>): ReadonlySet<number> {
  const places = new Set<number>()
  const read = rows.flatMap((row, at) => row !== '' || pages.has(at) ? at : [])
  for (const [index, at] of read.entries()) {
    const isNextTo = pages.has(read[index - 1] ?? -1) || pages.has(read[index + 1] ?? -1)
    if (isNextTo && !pages.has(at))
      places.add(at)
  }
  return places
}

function placesOf(rows: readonly string[], places: ReadonlySet<number>): Map<string, number[]> {
  return Map.groupBy([...places].sort((one, other) => one - other), at => rows[at] ?? '')
}

function countsOf(rows: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const row of rows)
    counts.set(row, (counts.get(row) ?? 0) + 1)
  return counts
}
