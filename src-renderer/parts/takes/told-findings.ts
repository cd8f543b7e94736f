/** What was found of a take, in words. */
import type { Listened } from '#contract/listening.ts'
import type { Texts } from '../../texts/texts.ts'

type Found = Pick<Listened, 'text' | 'differences' | 'sounds' | 'mayNotMatch'>

export function toldFindings({ text, differences, sounds, mayNotMatch }: Found, t: Texts, language: string): string[] {
  const { told } = t.listening
  const seconds = (value: number): string => value.toLocaleString(language, { maximumFractionDigits: 1 })
  return [
    ...differences.map(({ kind, from, to, heard }) =>
      kind === 'instead' ? told.instead(heard, text.slice(from, to)) : told[kind](kind === 'extra' ? heard : text.slice(from, to))),
    ...sounds.map(({ kind, start, end }) =>
      kind === 'silence' ? told.silence(seconds(end - start)) : kind === 'cut-start' ? told.cutStart : told.cutEnd),
    ...mayNotMatch ? [told.mayNotMatch] : [],
  ]
}
