/** How the palette finds: every typed word must occur; beginnings of words count most. */

function scoreOf(text: string, words: readonly string[]): number {
  const low = text.toLowerCase()
  let score = 0
  for (const word of words) {
    const at = low.indexOf(word)
    if (at < 0)
      return -1
    score += at === 0 ? 3 : /[\s“"(]/.test(low[at - 1] ?? '') ? 2 : 1
  }
  return score
}

/** Those that match, best first; equal ones stay in their order. */
export function rank<Entry>(entries: readonly Entry[], asked: string, textOf: (entry: Entry) => string): Entry[] {
  const words = asked.toLowerCase().split(/\s+/).filter(word => word !== '')
  return entries
    .map(entry => ({ entry, score: scoreOf(textOf(entry), words) }))
    .filter(one => one.score >= 0)
    .toSorted((a, b) => b.score - a.score)
    .map(one => one.entry)
}
