/** Whether two rows of words, each with several ways to write it, have a way in common. */

/** Of each word, its ways. */
export type WaysInTurn = readonly (readonly string[])[]

/** Words of so many ways are only in hostile texts; they count as different. */
const mostStates = 50_000

/** How far both rows are read, and what one of them has read beyond the other. */
interface State { readonly one: number, readonly other: number, readonly rest: string, readonly isOfOne: boolean }

/**
 * All choices of ways would multiply with each word. Here the row that is behind is read on, one word at a time, and what was tried once is
 * not tried again.
 */
export function haveWayInCommon(one: WaysInTurn, other: WaysInTurn): boolean {
  const [tried, open] = [new Set<string>(), [{ one: 0, other: 0, rest: '', isOfOne: true }] as State[]]
  for (let state = open.pop(); state && tried.size < mostStates; state = open.pop()) {
    if (state.one === one.length && state.other === other.length && state.rest === '')
      return true
    for (const next of readOn(state, one, other)) {
      const key = `${next.one} ${next.other} ${next.isOfOne} ${next.rest}`
      if (!tried.has(key)) {
        tried.add(key)
        open.push(next)
      }
    }
  }
  return false
}

function readOn(state: State, one: WaysInTurn, other: WaysInTurn): State[] {
  const { rest, isOfOne } = state
  const readsOne = rest === '' ? state.one < one.length : !isOfOne
  const ways = readsOne ? one[state.one] : other[state.other]
  const after = readsOne ? { one: state.one + 1, other: state.other } : { one: state.one, other: state.other + 1 }
  const states: State[] = []
  for (const way of ways ?? []) {
    if (way.length > rest.length && way.startsWith(rest))
      states.push({ ...after, rest: way.slice(rest.length), isOfOne: readsOne })
    else if (rest.startsWith(way))
      states.push({ ...after, rest: rest.slice(way.length), isOfOne: rest.length === way.length || isOfOne })
  }
  return states
}
