/** Instants and spans of waiting as people read them. */
import type { Texts } from '../../texts/texts.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** To make one takes longer than all that it formats for a page. */
const formats = new Map<string, Intl.DateTimeFormat>()

function format(at: number, language: string, options: Intl.DateTimeFormatOptions): string {
  const name = `${language} ${Object.keys(options).join(' ')}`
  const kept = formats.get(name) ?? new Intl.DateTimeFormat(language, options)
  formats.set(name, kept)
  return kept.format(at)
}

/** "5 min ago", "yesterday", and from a week on the date. */
export function showAgo(at: number, now: number, texts: Texts, language: string): string {
  const words = texts.shell.time
  const passed = now - at
  if (passed < minuteMs)
    return words.justNow
  if (passed < hourMs)
    return words.minutesAgo(Math.floor(passed / minuteMs))
  const days = Math.round((startOfDay(now) - startOfDay(at)) / dayMs)
  if (days === 0)
    return words.hoursAgo(Math.floor(passed / hourMs))
  if (days === 1)
    return words.yesterday
  if (days < 7)
    return words.daysAgo(days)
  return format(at, language, { year: 'numeric', month: 'short', day: 'numeric' })
}

/** Date and time in full, for details. */
export function showInstant(at: number, language: string): string {
  return format(at, language, { year: 'numeric', month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' })
}

/** Until when something waits: the time of today, with seconds when that is soon; else with its date. */
export function showUntil(at: number, now: number, language: string): string {
  const isToday = startOfDay(at) === startOfDay(now)
  return format(at, language, {
    ...(!isToday && { weekday: 'short', month: 'short', day: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
    ...(at - now < 5 * minuteMs && { second: '2-digit' }),
  })
}

/** How long something takes: `8 s` (`8 秒` in Chinese), `2:05`, `1:02:05`. */
export function showSpan(seconds: number, { shell: { units } }: Texts): string {
  const whole = Math.max(0, Math.round(seconds))
  const two = (value: number) => String(value).padStart(2, '0')
  if (whole < 60)
    return units.seconds(whole === 0 ? '< 1' : String(whole))
  if (whole < 3600)
    return `${Math.floor(whole / 60)}:${two(whole % 60)}`
  return `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`
}

function startOfDay(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0)
}
