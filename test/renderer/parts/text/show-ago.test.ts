/** Times and sizes as people read them. */
import { expect, it } from 'vitest'
import { showAgo, showSpan, showUntil } from '../../../../src-renderer/parts/text/show-ago.ts'
import { showSize } from '../../../../src-renderer/parts/text/show-size.ts'
import { en } from '../../../../src-renderer/texts/en/index.ts'
import { zh } from '../../../../src-renderer/texts/zh/index.ts'

const noon = new Date(2026, 5, 15, 12).getTime()
const hours = (n: number) => n * 3_600_000

it('formats how long ago in words', () => {
  expect(showAgo(noon - 20_000, noon, en, 'en')).toBe('just now')
  expect(showAgo(noon - 300_000, noon, en, 'en')).toBe('5 min ago')
  expect(showAgo(noon - hours(3), noon, en, 'en')).toBe('3 h ago')
  expect(showAgo(noon - hours(14), noon, en, 'en')).toBe('yesterday')
  expect(showAgo(noon - hours(72), noon, zh, 'zh')).toBe('3 天前')
  expect(showAgo(noon - hours(24 * 40), noon, en, 'en')).toBe('May 6, 2026')
})

it('formats until when something waits: seconds only when it is soon, the date only when it is not today', () => {
  expect(showUntil(noon + 65_000, noon, 'en')).toBe('12:01:05 PM')
  expect(showUntil(noon + hours(2), noon, 'en')).toBe('02:00 PM')
  expect(showUntil(noon + hours(23), noon, 'en')).toBe('Tue, Jun 16, 11:00 AM')
})

it('formats durations in seconds, minutes and hours', () => {
  expect([0.2, 8, 125, 3725].map(seconds => showSpan(seconds, en))).toEqual(['< 1 s', '8 s', '2:05', '1:02:05'])
  expect(showSpan(8, zh)).toBe('8 秒')
})

it('formats sizes with the significant digits', () => {
  expect([0, 999, 1000, 153_600, 4_200_000, 999_960_000].map(showSize)).toEqual(['0 B', '999 B', '1.0 kB', '154 kB', '4.2 MB', '1.0 GB'])
})
