/** Numbers that count in titles: which one is shown in a frame, and how it is written. */
import type { Counter, TitleWords } from '#contract/text-style.ts'

export const plainCounter: Counter = { from: 0, to: 100, format: 'plain', decimals: 0, easing: 'linear', part: 0.8 }

const mark = '#'

/** The words of a title in this frame of `length`. */
export function countedText({ text, counter }: Pick<TitleWords, 'text' | 'counter'>, offset: number, length: number): string {
  if (!counter)
    return text
  const { before, frames } = counter.cutFrom ?? { before: 0, frames: length }
  const number = writtenNumber(numberAt(counter, offset + before, frames), counter)
  // Not `replace`: a number could have a `$`.
  const [head, ...tail] = text.split(mark)
  return tail.length > 0 ? `${head}${number}${tail.join(mark)}` : [number, text].filter(row => row !== '').join('\n')
}

/** As it is when all is counted: what a title is called, and what an image of it shows. */
export function lastText(title: Pick<TitleWords, 'text' | 'counter'>): string {
  return countedText(withWholeCounter(title), 1, 1)
}

/** Not as a part of one that was cut in two. */
export function withWholeCounter<Title extends Pick<TitleWords, 'counter'>>(title: Title): Title {
  if (!title.counter?.cutFrom)
    return title
  const { cutFrom: _, ...counter } = title.counter
  return { ...title, counter }
}

/** In a clip that is about to be cut in two, so that both parts count on. */
export function withCutCounter<Title extends Pick<TitleWords, 'counter'>>(title: Title, frames: number): Title {
  const { counter } = title
  return counter && !counter.cutFrom ? { ...title, counter: { ...counter, cutFrom: { before: 0, frames } } } : title
}

/** In a clip that begins later by so many frames. */
export function withLaterCounter<Title extends Pick<TitleWords, 'counter'>>(title: Title, by: number): Title {
  const { counter } = title
  return counter?.cutFrom
    ? { ...title, counter: { ...counter, cutFrom: { ...counter.cutFrom, before: counter.cutFrom.before + by } } }
    : title
}

/** At another frame rate. */
export function withRefittedCounter<Title extends Pick<TitleWords, 'counter'>>(title: Title, ratio: number): Title {
  const { counter } = title
  if (!counter?.cutFrom)
    return title
  const { before, frames } = counter.cutFrom
  const cutFrom = { before: Math.round(before * ratio), frames: Math.max(1, Math.round(frames * ratio)) }
  return { ...title, counter: { ...counter, cutFrom } }
}

/** Each number is shown equally long, so the last one only when all of the time is over. */
export function numberAt({ from, to, decimals, easing, part }: Counter, offset: number, length: number): number {
  const frames = Math.max(1, Math.round(length * part) - 1)
  const way = Math.min(1, Math.max(0, offset / frames))
  const done = { linear: way, ease: way * way * (3 - 2 * way), out: 1 - (1 - way) ** 3 }[easing]
  const scale = 10 ** decimals
  const exact = (from + (to - from) * done) * scale
  // Zero has no sign.
  if (way === 1)
    return Math.round(exact) / scale + 0
  // What floating-point numbers lack of a whole one.
  const least = 1e-6
  return (to >= from ? Math.floor(exact + least) : Math.ceil(exact - least)) / scale + 0
}

export function writtenNumber(value: number, { format, decimals }: Pick<Counter, 'format' | 'decimals'>): string {
  const size = Math.abs(value).toFixed(decimals)
  const sign = value < 0 && Number(size) !== 0 ? '−' : ''
  switch (format) {
    case 'plain': return sign + size
    case 'thousands': return sign + size.replace(/\d(?=(?:\d{3})+(?:\.|$))/g, '$&,')
    case 'percent': return `${sign}${size}%`
    case 'time': return sign + clock(size, decimals)
  }
}

/** Whole seconds and their decimals as m:ss, and from an hour on as h:mm:ss. */
function clock(seconds: string, decimals: number): string {
  const [whole = '0', part] = seconds.split('.')
  const all = Number(whole)
  const [hours, minutes] = [Math.floor(all / 3600), Math.floor(all / 60) % 60]
  const two = (value: number): string => String(value).padStart(2, '0')
  const head = hours > 0 ? `${hours}:${two(minutes)}` : String(minutes)
  return `${head}:${two(all % 60)}${decimals > 0 && part ? `.${part}` : ''}`
}
