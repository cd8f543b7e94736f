/** An estimated length in words: a number, or a range where little is known. */
import type { Pace, SpokenLength } from '#rules/script/pace.ts'
import type { Texts } from '../../../texts/texts.ts'
import { isVague } from '#rules/script/pace.ts'

export function showSeconds(seconds: number): string {
  return seconds < 99.95 ? seconds.toFixed(1) : String(Math.round(seconds))
}

export function showLength({ seconds, least, most }: SpokenLength, pace: Pace, t: Texts): string {
  if (!isVague(pace))
    return t.fit.about(showSeconds(seconds))
  // Both to the same place: tenths mean something where there are few seconds.
  const rough = (value: number): string => value.toFixed(least >= 1 && most >= 3 ? 0 : 1)
  const [from, to] = [rough(least), rough(most)]
  return from === to ? t.fit.about(from) : t.fit.aboutRange(from, to)
}

/** From what it is estimated. */
export function showSource({ from, takeCount }: Pace, t: Texts): string {
  return from === 'language' ? t.fit.from.language : t.fit.from[from](takeCount)
}
