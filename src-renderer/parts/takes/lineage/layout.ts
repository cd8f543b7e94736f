/** Where the boxes of a lineage are: what was made from something is right of it. And which box an arrow key leads to. */
import type { LineageEdge, LineageNode } from '#contract/lineage.ts'

type Arrow = Pick<LineageEdge, 'from' | 'to' | 'how'>
type Keyed = Pick<LineageNode, 'key'>

export interface Cell { readonly column: number, readonly row: number }
export type Layout = ReadonlyMap<string, Cell>

/** Of two variations, neither was made from the other. */
const leadsOn = ({ how }: Arrow): boolean => how !== 'variation'

/** The first node is the take that was asked for. Each column has its boxes one below the other, near to what they were made from. */
export function layOut(nodes: readonly Keyed[], edges: readonly Arrow[]): Layout {
  const columns = columnsOf(nodes, edges)
  const parents = Map.groupBy(edges.filter(leadsOn), edge => edge.to)
  const cells = new Map<string, Cell>()
  const byColumn = Map.groupBy(nodes, ({ key }) => columns.get(key) ?? 0)
  for (const [column, inColumn] of [...byColumn].toSorted(([a], [b]) => a - b)) {
    const heightOf = (key: string): number => {
      const rows = (parents.get(key) ?? []).flatMap(({ from }) => cells.get(from)?.row ?? [])
      return rows.length === 0 ? 0 : rows.reduce((sum, row) => sum + row, 0) / rows.length
    }
    const sorted = inColumn.map(({ key }) => ({ key, height: heightOf(key) })).toSorted((a, b) => a.height - b.height)
    for (const [row, { key }] of sorted.entries())
      cells.set(key, { column, row })
  }
  return cells
}

function columnsOf(nodes: readonly Keyed[], edges: readonly Arrow[]): Map<string, number> {
  const parents = Map.groupBy(edges.filter(leadsOn), edge => edge.to)
  const children = Map.groupBy(edges.filter(leadsOn), edge => edge.from)
  const columns = new Map<string, number>()
  const open = new Set<string>()
  /** One more than the furthest of what it was made from. An arrow that closes a circle counts for nothing. */
  function columnOf(key: string): number {
    const known = columns.get(key)
    if (known !== undefined || open.has(key))
      return known ?? -1
    open.add(key)
    const column = (parents.get(key) ?? []).reduce((most, { from }) => Math.max(most, columnOf(from) + 1), 0)
    open.delete(key)
    columns.set(key, column)
    return column
  }
  for (const { key } of nodes)
    columnOf(key)
  // What was made from nothing is next to what was made from it; a variation that nothing leads to is below the other.
  const focus = columns.get(nodes[0]?.key ?? '') ?? 0
  for (const { key } of nodes.filter(node => !parents.has(node.key))) {
    const next = (children.get(key) ?? []).map(({ to }) => columns.get(to) ?? 0)
    if (next.length > 0)
      columns.set(key, Math.max(0, Math.min(...next) - 1))
    else if (key !== nodes[0]?.key)
      columns.set(key, focus)
  }
  return columns
}

const ways = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'] as const
export type Way = typeof ways[number]
export function wayOf({ key }: Pick<KeyboardEvent, 'key'>): Way | undefined {
  return ways.find(way => way === key)
}

/** Left to what it was made from, right to what was made from it, up and down within a column. Where nothing is there, it stays. */
export function walkTo(layout: Layout, edges: readonly Arrow[], from: string, way: Way): string {
  const here = layout.get(from)
  if (!here)
    return from
  if (way === 'ArrowUp' || way === 'ArrowDown') {
    const row = here.row + (way === 'ArrowUp' ? -1 : 1)
    return [...layout].find(([, cell]) => cell.column === here.column && cell.row === row)?.[0] ?? from
  }
  const next = edges.filter(leadsOn).flatMap((edge) => {
    const key = way === 'ArrowLeft' && edge.to === from ? edge.from : way === 'ArrowRight' && edge.from === from ? edge.to : null
    const cell = key === null ? undefined : layout.get(key)
    return key !== null && cell ? { key, away: Math.abs(cell.row - here.row) } : []
  })
  return next.toSorted((a, b) => a.away - b.away)[0]?.key ?? from
}
