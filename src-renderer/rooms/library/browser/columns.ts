/** The columns of the list: which are shown, in their order, how wide each is, and by what each sorts. Pure. */
import type { TakeSort } from '#contract/take-order.ts'

/** Besides the take itself, which is always there and gets what room is left. */
export const columnNames = ['voiceModel', 'project', 'tags', 'length', 'size', 'cost', 'made'] as const
export type ColumnName = (typeof columnNames)[number]

export interface ColumnChoice {
  /** Absent ones are not shown. */
  readonly shown: readonly ColumnName[]
  /** In pixels; those that a person has not changed are absent. */
  readonly widths: Readonly<Partial<Record<ColumnName, number>>>
}

export const firstColumns: ColumnChoice = { shown: ['voiceModel', 'length', 'size', 'made'], widths: {} }

const usualWidths = {
  voiceModel: 200,
  project: 140,
  tags: 140,
  length: 72,
  size: 80,
  cost: 96,
  made: 120,
} as const satisfies Record<ColumnName, number>
export const leastWidth = 56
export const mostWidth = 480

/** Numbers are on the right. */
export const isNumber = (name: ColumnName): boolean => name === 'length' || name === 'size' || name === 'cost'

/** By what a press on the head of a column sorts; those without an order have none. */
export const sortOf = {
  take: 'name',
  voiceModel: null,
  project: null,
  tags: null,
  length: 'length',
  size: 'size',
  cost: 'cost',
  made: 'time',
} as const satisfies Record<'take' | ColumnName, TakeSort['by'] | null>

/** Names begin with A; everything else with the newest, longest, largest, costliest. A second press turns it around. */
export function sortedBy(now: TakeSort, by: TakeSort['by']): TakeSort {
  return { by, isAscending: now.by === by ? !now.isAscending : by === 'name' }
}

export function shownColumns({ shown }: ColumnChoice): ColumnName[] {
  return columnNames.filter(name => shown.includes(name))
}

export function widthOf({ widths }: ColumnChoice, name: ColumnName): number {
  return widths[name] ?? usualWidths[name]
}

export function withWidth(choice: ColumnChoice, name: ColumnName, pixels: number | null): ColumnChoice {
  const { [name]: _, ...widths } = choice.widths
  if (pixels === null)
    return { ...choice, widths }
  return { ...choice, widths: { ...widths, [name]: Math.min(Math.max(Math.round(pixels), leastWidth), mostWidth) } }
}

export function withShown(choice: ColumnChoice, name: ColumnName, isShown: boolean): ColumnChoice {
  const others = choice.shown.filter(each => each !== name)
  return { ...choice, shown: isShown ? [...others, name] : others }
}

/** For `grid-template-columns` of the heads and of each row: in a narrow window columns shrink before the take does. */
export function gridColumns(choice: ColumnChoice): string {
  const columns = shownColumns(choice).map(name => `minmax(${leastWidth}px, ${widthOf(choice, name)}px)`)
  return ['60px', '16px', 'minmax(140px, 1fr)', ...columns, '28px'].join(' ')
}
