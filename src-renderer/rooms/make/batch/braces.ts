/** Values in braces: `a {red,green} door` is two prompts, and each further group multiplies them. Pure. */
import { mostVariants } from './batch.ts'

const group = /\{([^\n,{}\uFF0C]*[,\uFF0C][^\n{}]*)\}/gu

/** The groups of a prompt, each with its values in order. Braces without a comma are ordinary text. */
function groupsOf(text: string): { from: number, to: number, values: string[] }[] {
  return [...text.matchAll(group)].map(({ index, 0: all, 1: inside = '' }) => ({
    from: index,
    to: index + all.length,
    values: [...new Set(inside.split(/[,，]/u).map(value => value.trim()))],
  }))
}

/** How many prompts it is, without writing them. */
export function countOfBraces(text: string): number {
  return groupsOf(text).reduce((count, { values }) => count * values.length, 1)
}

/** Each combination, the last group changing fastest; none where there are more than may be sent. */
export function promptsOfBraces(text: string): string[] {
  if (countOfBraces(text) > mostVariants)
    return []
  let [said, end] = [[''], 0]
  for (const { from, to, values } of groupsOf(text)) {
    const before = text.slice(end, from)
    said = said.flatMap(start => values.map(value => `${start}${before}${value}`))
    end = to
  }
  return said.map(start => start + text.slice(end))
}
