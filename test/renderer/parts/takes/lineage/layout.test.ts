/** Boxes of a lineage: none covers another, arrows lead to the right, and keys reach what is next. */
import type { LineageEdge } from '#contract/lineage.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { layOut, walkTo } from '../../../../../src-renderer/parts/takes/lineage/layout.ts'

type Arrow = Pick<LineageEdge, 'from' | 'to' | 'how'>
const nodesOf = (count: number) => Array.from({ length: count }, (_, at) => ({ key: String(at) }))
const arrow = (from: number, to: number, how: LineageEdge['how'] = 'source'): Arrow => ({ from: String(from), to: String(to), how })
const anyArrows = fc.array(fc.tuple(fc.nat(11), fc.nat(11), fc.constantFrom('source', 'variation', 'placed')), { maxLength: 30 })

it('of any graph, also one with circles, each box has a cell of its own', () => {
  fc.assert(fc.property(anyArrows, (pairs) => {
    const layout = layOut(nodesOf(12), pairs.map(([from, to, how]) => arrow(from, to, how as LineageEdge['how'])))
    expect(layout.size).toBe(12)
    expect(new Set([...layout.values()].map(({ column, row }) => `${column} ${row}`)).size).toBe(12)
    expect(Math.min(...[...layout.values()].map(({ column }) => column))).toBeGreaterThanOrEqual(0)
  }))
})

it('without circles every arrow leads to the right, and no root is further left than it must be', () => {
  fc.assert(fc.property(anyArrows, (pairs) => {
    const edges = pairs.filter(([from, to]) => from < to).map(([from, to, how]) => arrow(from, to, how as LineageEdge['how']))
    const layout = layOut(nodesOf(12), edges)
    const columnOf = (key: string): number => layout.get(key)!.column
    const leading = edges.filter(({ how }) => how !== 'variation')
    for (const { from, to } of leading)
      expect(columnOf(from)).toBeLessThan(columnOf(to))
    for (const { key } of nodesOf(12)) {
      const children = leading.filter(({ from }) => from === key).map(({ to }) => columnOf(to))
      if (children.length > 0 && !leading.some(({ to }) => to === key))
        expect(columnOf(key)).toBe(Math.min(...children) - 1)
    }
  }))
})

it('what was made from the same is in one column, in the order of what it was made from', () => {
  const layout = layOut(nodesOf(6), [arrow(0, 1), arrow(0, 2), arrow(1, 4), arrow(2, 3), arrow(0, 5, 'variation')])
  expect([...layout].map(([key, { column, row }]) => `${key}: ${column} ${row}`).toSorted())
    .toEqual(['0: 0 0', '1: 1 0', '2: 1 1', '3: 2 1', '4: 2 0', '5: 0 1'])
})

it('keys go back and on along arrows, up and down in a column, and stay where nothing is', () => {
  const edges = [arrow(0, 1), arrow(0, 2), arrow(1, 4), arrow(2, 3), arrow(0, 5, 'variation')]
  const layout = layOut(nodesOf(6), edges)
  const walk = (from: number, way: Parameters<typeof walkTo>[3]) => walkTo(layout, edges, String(from), way)
  expect([walk(0, 'ArrowRight'), walk(2, 'ArrowRight'), walk(3, 'ArrowLeft'), walk(2, 'ArrowLeft')]).toEqual(['1', '3', '2', '0'])
  expect([walk(1, 'ArrowDown'), walk(2, 'ArrowUp'), walk(0, 'ArrowDown')]).toEqual(['2', '1', '5'])
  expect([walk(0, 'ArrowLeft'), walk(4, 'ArrowRight'), walk(0, 'ArrowUp'), walk(5, 'ArrowRight')]).toEqual(['0', '4', '0', '5'])
})
