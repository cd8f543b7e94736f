/** Dates and lengths as they are typed in a search. */

const units: Readonly<Record<string, number>> = { 'h': 3600, '小时': 3600, 'm': 60, '分': 60, '分钟': 60, 's': 1, '秒': 1, '': 1 }
const parts = /(\d+(?:\.\d+)?)([hm]|小时|分钟|[分s秒]|$)/y
/** More than the longest file. */
const mostSeconds = 10_000_000

/** `90`, `90s`, `1.5m`, `1m30s`, `1:30`, `1小时2分`; null for what is no length. In seconds, to the millisecond. */
export function readSeconds(text: string): number | null {
  const typed = text.toLowerCase()
  if (/^\d+(?::\d{1,2}){1,2}(?:\.\d+)?$/.test(typed))
    return inBounds(typed.split(':').reduce((sum, part) => sum * 60 + Number(part), 0))
  let sum = 0
  parts.lastIndex = 0
  for (let at = 0; at < typed.length; at = parts.lastIndex) {
    const match = parts.exec(typed)
    if (match === null)
      return null
    sum += Number(match[1]) * (units[match[2] ?? ''] ?? 1)
  }
  return typed === '' ? null : inBounds(sum)
}

function inBounds(seconds: number): number | null {
  return seconds <= mostSeconds ? Math.round(seconds * 1000) / 1000 : null
}

const dayWords: Readonly<Record<string, string>> = { today: 'today', 今天: 'today', yesterday: 'yesterday', 昨天: 'yesterday' }

/** `2026`, `2026-11`, `2026/11/5`, `today`: as `2026-11-05` or as the word; null for what is no date. */
export function readDate(text: string): string | null {
  const word = dayWords[text.toLowerCase()]
  if (word !== undefined)
    return word
  const [, year = '', month, day] = /^(\d{4})(?:[-/.年](\d{1,2})(?:[-/.月](\d{1,2})日?|月)?|年)?$/.exec(text) ?? []
  if (year === '' || Number(year) < 1000 || (month !== undefined && (Number(month) < 1 || Number(month) > 12)))
    return null
  const lastDay = new Date(Date.UTC(Number(year), Number(month ?? 1), 0)).getUTCDate()
  if (day !== undefined && (Number(day) < 1 || Number(day) > lastDay))
    return null
  return [year, month, day].flatMap(part => part === undefined ? [] : [part.padStart(2, '0')]).join('-')
}

/** The beginning of a date that was read, in the time zone of this computer, in ms since 1970. */
export function startOfDate(date: string, nowMs: number): number {
  const now = new Date(nowMs)
  if (date === 'today' || date === 'yesterday')
    return new Date(now.getFullYear(), now.getMonth(), now.getDate() - (date === 'today' ? 0 : 1)).getTime()
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  return new Date(year, month - 1, day).getTime()
}
