/** An estimated length in words: a number, or a range where little is known; and the pace and pauses from which it follows. */
import type { Pace, SpokenLength, SpokenRate } from '#rules/script/pace.ts'
import type { Texts } from '../../../texts/texts.ts'
import { isVague, pausesIn, spokenRate } from '#rules/script/pace.ts'

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

/** To what anybody hears: five words a minute, a tenth of a character a second. */
export function showRate({ unit, value }: SpokenRate, t: Texts): string {
  return unit === 'words a minute'
    ? t.fit.rate.words(String(Math.max(5, Math.round(value / 5) * 5)))
    : t.fit.rate.characters(value.toFixed(1))
}

/** How the words will be spoken: how fast, and with which pauses. Empty where nothing is said. */
export function showPace(text: string, pace: Pace, t: Texts): string {
  const rate = spokenRate(text, pace)
  const { count, seconds } = pausesIn(text, pace)
  return rate === null ? '' : `${showRate(rate, t)} · ${t.fit.pauses(count, showSeconds(seconds))}`
}
