/** Names of deliveries by a pattern: `{project}`, `{sequence}`, `{preset}`, `{date}`, `{number}` between words of one's own. */
import { cutText } from '../text/cut-text.ts'

export const nameTokens = ['project', 'sequence', 'preset', 'date', 'number'] as const
export type NameToken = typeof nameTokens[number]

export interface NameFacts {
  readonly project: string
  readonly sequence: string
  readonly preset: string
  /** In the user's own time zone. */
  readonly at: Date
  /** From 1 on. */
  readonly number: number
}

/** As long as the contract takes. Any other word in brackets stays as it is; a pattern that gives nothing gives the project's name. */
export function nameByTemplate(template: string, facts: NameFacts): string {
  const two = (value: number): string => String(value).padStart(2, '0')
  const { at, number } = facts
  const words: Record<NameToken, string> = {
    ...facts,
    date: `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`,
    number: two(number),
  }
  const filled = template.replaceAll(/\{(project|sequence|preset|date|number)\}/g, (_, token: NameToken) => words[token])
  const name = filled.replaceAll(/\s+/gu, ' ').trim() || facts.project.trim()
  return cutText(name, 200)
}
