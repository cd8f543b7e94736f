/** What differs between the words of a line and what was heard of its take. */
import type { SaidPlace } from '../script/pronounce.ts'
import type { Saying } from './same-said.ts'
import type { Token } from './tokens.ts'
import { stretchesThatDiffer } from './align.ts'
import { isSameSaid, mayBeSame } from './same-said.ts'
import { tokensOf } from './tokens.ts'

/**
 * Places are of the line's text, in UTF-16 units. `missing`: words that were not heard. `instead`: others were heard. `extra`: `heard` was
 * added at `from`. `doubled`: these words were heard twice.
 */
export interface Difference {
  readonly kind: 'missing' | 'instead' | 'extra' | 'doubled'
  readonly from: number
  readonly to: number
  readonly heard: string
}

/** Tokens of both sides, from one place to another. */
interface Hunk { readonly one: readonly [number, number], readonly other: readonly [number, number] }

interface Sides {
  readonly text: string
  readonly tokens: readonly Token[]
  readonly heard: string
  readonly heardTokens: readonly Token[]
  readonly places: readonly SaidPlace[]
  readonly language: string
}

/** Equal words between two differences that may be parts of one: *$1.5 million* and *1.5 million dollars*. */
const mostBetween = 3
/** A longer stretch is told as a whole. */
const longestToDivide = 12

/** `places`: what is said otherwise than it is written; a right take may have either. `language`: a code, or empty. */
export function compareHeard(text: string, heard: string, { language, places = [] }: {
  readonly language: string
  readonly places?: readonly SaidPlace[]
}): Difference[] {
  const sides: Sides = { text, tokens: tokensOf(text, language), heard, heardTokens: tokensOf(heard, language), places, language }
  const found = stretchesThatDiffer(sides.tokens.map(({ key }) => key), sides.heardTokens.map(({ key }) => key))
  return joined(sides, found).flatMap(hunk => divided(sides, hunk)).filter(hunk => !mayBe(sides, hunk)).flatMap(hunk => told(sides, hunk))
}

function sayingOf(text: string, tokens: readonly Token[], [from, to]: readonly [number, number]): Saying {
  const within = tokens.slice(from, to)
  return { text: within.length === 0 ? '' : text.slice(within[0]!.from, within.at(-1)!.to), tokens: within }
}

function isSame(sides: Sides, { one, other }: Hunk): boolean {
  if (one[0] === one[1] && other[0] === other[1])
    return true
  const mine = sayingOf(sides.text, sides.tokens, one)
  if (other[0] === other[1])
    return mine.tokens.every(token => token.isOptional)
  const theirs = sayingOf(sides.heard, sides.heardTokens, other)
  if (one[0] === one[1])
    return theirs.tokens.every(token => token.isOptional)
  return isSameSaid(mine, theirs, sides.language) || isSameByAlias(sides, mine, theirs)
}

function mayBe({ text, tokens, heard, heardTokens, language }: Sides, { one, other }: Hunk): boolean {
  return mayBeSame(sayingOf(text, tokens, one), sayingOf(heard, heardTokens, other), language)
}

/** The stretch with what is said instead of its words. */
function isSameByAlias(sides: Sides, mine: Saying, theirs: Saying): boolean {
  const [first, last] = [mine.tokens[0]!.from, mine.tokens.at(-1)!.to]
  const here = sides.places.filter(place => place.start < last && place.end > first)
  if (here.length === 0)
    return false
  let [text, at] = ['', first]
  for (const { start, end, alias } of here) {
    text += sides.text.slice(at, Math.max(at, start)) + alias
    at = Math.max(at, end)
  }
  const said = text + sides.text.slice(at, Math.max(at, last))
  return isSameSaid({ text: said, tokens: tokensOf(said, sides.language) }, theirs, sides.language)
}

/** Without those that only look different, and with neighbours that are one together. */
function joined(sides: Sides, hunks: readonly Hunk[]): Hunk[] {
  const left: Hunk[] = []
  let at = 0
  while (at < hunks.length) {
    let end = at
    // The longest run that is the same as a whole.
    for (let last = Math.min(hunks.length - 1, at + 3); last >= at && end === at; last--) {
      const [from, to] = [hunks[at]!, hunks[last]!]
      const isNear = hunks.slice(at, last).every((hunk, index) => hunks[at + index + 1]!.one[0] - hunk.one[1] <= mostBetween)
      const whole: Hunk = { one: [from.one[0], to.one[1]], other: [from.other[0], to.other[1]] }
      if (isNear && isSame(sides, widened(sides, whole)))
        end = last + 1
    }
    if (end === at)
      left.push(hunks[at++]!)
    else
      at = end
  }
  return left
}

/** With the words around it that a dictionary says as one with it. */
function widened({ tokens, places }: Sides, { one, other }: Hunk): Hunk {
  let [[from, to], [otherFrom, otherTo]] = [one, other]
  for (const { start, end } of places) {
    const touches = tokens.slice(from, to).some(token => token.from < end && token.to > start)
    if (!touches)
      continue
    while (from > 0 && otherFrom > 0 && tokens[from - 1]!.from >= start)
      [from, otherFrom] = [from - 1, otherFrom - 1]
    while (to < tokens.length && tokens[to]!.to <= end)
      [to, otherTo] = [to + 1, otherTo + 1]
  }
  return { one: [from, to], other: [otherFrom, otherTo] }
}

/** What is right at either end of a stretch is left out. */
function divided(sides: Sides, hunk: Hunk): Hunk[] {
  const [length, otherLength] = [hunk.one[1] - hunk.one[0], hunk.other[1] - hunk.other[0]]
  if (isSame(sides, hunk))
    return []
  if (length === 0 || otherLength === 0 || length + otherLength < 3 || Math.max(length, otherLength) > longestToDivide)
    return [hunk]
  for (let size = length + otherLength - 1; size >= 2; size--) {
    for (let mine = Math.max(1, size - otherLength); mine <= Math.min(length, size - 1); mine++) {
      const theirs = size - mine
      const head: Hunk = { one: [hunk.one[0], hunk.one[0] + mine], other: [hunk.other[0], hunk.other[0] + theirs] }
      if (isSame(sides, head))
        return divided(sides, { one: [head.one[1], hunk.one[1]], other: [head.other[1], hunk.other[1]] })
      const tail: Hunk = { one: [hunk.one[1] - mine, hunk.one[1]], other: [hunk.other[1] - theirs, hunk.other[1]] }
      if (isSame(sides, tail))
        return divided(sides, { one: [hunk.one[0], tail.one[0]], other: [hunk.other[0], tail.other[0]] })
    }
  }
  return [hunk]
}

function told(sides: Sides, { one, other }: Hunk): Difference[] {
  const { tokens, heardTokens } = sides
  const wanted = tokens.slice(one[0], one[1])
  const said = sayingOf(sides.heard, heardTokens, other)
  if (wanted.every(token => token.isOptional) && said.tokens.every(token => token.isOptional))
    return []
  if (wanted.length > 0)
    return [{ kind: said.tokens.length === 0 ? 'missing' : 'instead', from: wanted[0]!.from, to: wanted.at(-1)!.to, heard: said.text }]
  const count = said.tokens.length
  for (const [from, to] of [[one[0] - count, one[0]], [one[0], one[0] + count]] as const) {
    const near = tokens.slice(Math.max(0, from), to)
    if (near.length === count && near.every((token, at) => token.key === said.tokens[at]!.key))
      return [{ kind: 'doubled', from: near[0]!.from, to: near.at(-1)!.to, heard: said.text }]
  }
  const at = tokens[one[0] - 1]?.to ?? tokens[one[0]]?.from ?? 0
  return [{ kind: 'extra', from: at, to: at, heard: said.text }]
}
