/** The columns of the list. */
import { expect, it } from 'vitest'
import { newestFirst } from '#contract/take-order.ts'
import {
  firstColumns,
  gridColumns,
  leastWidth,
  mostWidth,
  shownColumns,
  sortedBy,
  widthOf,
  withShown,
  withWidth,
} from '../../../src-renderer/rooms/library/browser/columns.ts'

it('a column that is shown again returns to its place, and all may be hidden', () => {
  const without = withShown(firstColumns, 'voiceModel', false)
  expect(shownColumns(without)).toEqual(['length', 'size', 'made'])
  expect(shownColumns(withShown(without, 'voiceModel', true))).toEqual(shownColumns(firstColumns))
  expect(shownColumns(withShown(firstColumns, 'tags', true))).toEqual(['voiceModel', 'tags', 'length', 'size', 'made'])
  const none = shownColumns(firstColumns).reduce((choice, name) => withShown(choice, name, false), firstColumns)
  expect(gridColumns(none)).toBe('60px 16px minmax(140px, 1fr) 28px')
})

it('a width has limits, and is given back', () => {
  const wide = withWidth(firstColumns, 'size', 99_999)
  expect(widthOf(wide, 'size')).toBe(mostWidth)
  expect(widthOf(withWidth(wide, 'size', -5), 'size')).toBe(leastWidth)
  expect(withWidth(wide, 'size', null)).toEqual(firstColumns)
  expect(gridColumns(withWidth(firstColumns, 'size', 101))).toContain(' minmax(56px, 101px) ')
})

it('the first press on a head sorts as one expects of it, the second turns it around', () => {
  const byName = sortedBy(newestFirst, 'name')
  expect(byName).toEqual({ by: 'name', isAscending: true })
  expect(sortedBy(byName, 'name')).toEqual({ by: 'name', isAscending: false })
  expect(sortedBy(byName, 'time')).toEqual(newestFirst)
  expect(sortedBy(newestFirst, 'time')).toEqual({ by: 'time', isAscending: true })
  expect(sortedBy(newestFirst, 'length')).toEqual({ by: 'length', isAscending: false })
})
