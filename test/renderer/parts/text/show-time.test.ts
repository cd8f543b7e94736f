/** Formatting of positions and durations. */
import { expect, it } from 'vitest'
import { showTime } from '../../../../src-renderer/parts/text/show-time.ts'

it('shows tenths while a take is short, and hours only when there are some', () => {
  expect([0, 4.24, 9.99, 59.96, 60, 187.4, 3723].map(showTime)).toEqual(['0:00.0', '0:04.2', '0:09.9', '0:59.9', '1:00', '3:07', '1:02:03'])
})
