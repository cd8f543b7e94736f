/** Rows of the trash: an act, below it its items where it was opened, and what is left of them to read. */
import type { TrashAct, TrashItem } from '#contract/trash.ts'
import { expect, it } from 'vitest'
import { rowsOf } from '../../../src-renderer/rooms/trash/trash-rows.ts'

function item(id: string): TrashItem {
  return { kind: 'take', id, title: id, place: '', trashedAt: 1, sizeBytes: 1, isUsed: false }
}
function act(key: string, count: number): TrashAct {
  return { key, count, sizeBytes: count, isUsed: false, first: [item(key)] }
}

it('opens acts of several items, as far as those were read', () => {
  const acts = [act('a', 3), act('b', 1), act('c', 2)]
  const keys = (open: ReadonlyMap<string, readonly TrashItem[]>) => rowsOf(acts, open).map(row => `${row.is} ${row.key}`)
  expect(keys(new Map())).toEqual(['act a', 'act b', 'act c'])
  expect(keys(new Map([['a', [item('1'), item('2')]], ['b', [item('3')]], ['c', [item('4'), item('5')]]]))).toEqual([
    ...['act a', 'item take 1', 'item take 2', 'more more a'],
    ...['act b', 'act c', 'item take 4', 'item take 5'],
  ])
})
