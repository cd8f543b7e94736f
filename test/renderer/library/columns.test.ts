/** The columns of the list. */
import { expect, it } from 'vitest'
import { newestFirst } from '#contract/take-order.ts'
import {
  columnAfter,
  columnNames,
  firstColumns,
  gridColumns,
  leastWidth,
  mostWidth,
  readChoice,
  shownColumns,
  sortedBy,
  widthOf,
  withPlace,
  withShown,
  withStep,
  withWidth,
} from '../../../src-renderer/rooms/library/browser/columns.ts'

it('a column that is shown again returns to its place, and all may be hidden', () => {
  const without = withShown(firstColumns, 'model', false)
  expect(shownColumns(without)).toEqual(['voice', 'length', 'size', 'made'])
  expect(shownColumns(withShown(without, 'model', true))).toEqual(shownColumns(firstColumns))
  expect(shownColumns(withShown(firstColumns, 'tags', true))).toEqual(['model', 'voice', 'tags', 'length', 'size', 'made'])
  const none = shownColumns(firstColumns).reduce((choice, name) => withShown(choice, name, false), firstColumns)
  expect(gridColumns(none)).toBe('60px 16px minmax(clamp(140px, 30%, 260px), 1fr) 28px')
})

it('columns have the order that a person gives them, also those that are hidden meanwhile', () => {
  const moved = withPlace(firstColumns, 'made', 'model')
  expect(shownColumns(moved)).toEqual(['made', 'model', 'voice', 'length', 'size'])
  expect(shownColumns(withPlace(moved, 'made', null)).at(-1)).toBe('made')
  expect(withPlace(moved, 'made', 'made')).toBe(moved)
  const hidden = withShown(moved, 'made', false)
  expect(shownColumns(withShown(hidden, 'made', true))).toEqual(shownColumns(moved))
  for (const name of columnNames)
    expect(withPlace(firstColumns, name, 'size').order.toSorted()).toEqual(columnNames.toSorted())
})

it('a step passes the next column that is shown, and ends at the ends', () => {
  const once = withStep(firstColumns, 'voice', 1)
  expect(shownColumns(once)).toEqual(['model', 'length', 'voice', 'size', 'made'])
  expect(shownColumns(withStep(once, 'voice', -1))).toEqual(shownColumns(firstColumns))
  expect(withStep(firstColumns, 'model', -1)).toBe(firstColumns)
  expect(withStep(firstColumns, 'made', 1)).toBe(firstColumns)
  expect(shownColumns(withStep(firstColumns, 'size', 1)).slice(-2)).toEqual(['made', 'size'])
})

it('a dropped column lands before the one whose middle is right of it', () => {
  const heads = [{ name: 'voice', left: 100, right: 200 }, { name: 'size', left: 210, right: 250 }] as const
  expect([0, 149, 151, 229, 231].map(x => columnAfter(x, heads))).toEqual(['voice', 'voice', 'size', 'size', null])
})

it('a choice of an earlier version has model and voice as two columns, and one of a later version loses only what is unknown', () => {
  const before = readChoice({ shown: ['voiceModel', 'size'], widths: { size: 90 } })
  expect(shownColumns(before)).toEqual(['model', 'voice', 'size'])
  expect(widthOf(before, 'size')).toBe(90)
  const later = readChoice({ shown: ['size', 'mood', 'size', 'model'], order: ['mood', 'size', 'model'], widths: {} })
  expect(shownColumns(later)).toEqual(['size', 'model'])
  expect(later.order.toSorted()).toEqual(columnNames.toSorted())
  expect(readChoice(firstColumns)).toEqual(firstColumns)
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
  for (const by of ['model', 'voice', 'project', 'tags'] as const)
    expect(sortedBy(newestFirst, by)).toEqual({ by, isAscending: true })
  expect(sortedBy(newestFirst, 'length')).toEqual({ by: 'length', isAscending: false })
})
