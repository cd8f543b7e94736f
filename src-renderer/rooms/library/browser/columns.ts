/** The columns of the list: which are shown, in their order, how wide each is, and by what each sorts. Pure. */
import type { TakeSort } from '#contract/take-order.ts'

/** Besides the take itself, which is always there and gets what room is left. */
export const columnNames = ['model', 'voice', 'project', 'tags', 'length', 'size', 'cost', 'made'] as const
export type ColumnName = (typeof columnNames)[number]

export interface ColumnChoice {
  /** Absent ones are not shown. */
  readonly shown: readonly ColumnName[]
  /** Of all columns, also of those that are not shown: they return to their places. */
  readonly order: readonly ColumnName[]
  /** In pixels; those that a person has not changed are absent. */
  readonly widths: Readonly<Partial<Record<ColumnName, number>>>
}

export const firstColumns: ColumnChoice = { shown: ['model', 'voice', 'length', 'size', 'made'], order: columnNames, widths: {} }

/** As it was kept, perhaps by another version, which had model and voice in one column and no order of its own. */
export interface KeptChoice {
  readonly shown: readonly string[]
  readonly order?: readonly string[]
  readonly widths: ColumnChoice['widths']
}

const known: readonly string[] = columnNames
export const isColumn = (name: string): name is ColumnName => known.includes(name)

export function readChoice({ shown, order = [], widths }: KeptChoice): ColumnChoice {
  const asked = shown.flatMap(name => name === 'voiceModel' ? ['model', 'voice'] : [name])
  return { shown: [...new Set(asked.filter(isColumn))], order: [...new Set([...order.filter(isColumn), ...columnNames])], widths }
}

const usualWidths = {
  model: 140,
  voice: 120,
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

/** By what a press on the head of a column sorts. */
export const sortOf = {
  take: 'name',
  model: 'model',
  voice: 'voice',
  project: 'project',
  tags: 'tags',
  length: 'length',
  size: 'size',
  cost: 'cost',
  made: 'time',
} as const satisfies Record<'take' | ColumnName, TakeSort['by']>

const names: ReadonlySet<TakeSort['by']> = new Set(['name', 'model', 'voice', 'project', 'tags'])
export const isFromA = (by: TakeSort['by']): boolean => names.has(by)

/** Names begin with A; everything else with the newest, longest, largest, costliest. A second press turns it around. */
export function sortedBy(now: TakeSort, by: TakeSort['by']): TakeSort {
  return { by, isAscending: now.by === by ? !now.isAscending : isFromA(by) }
}

export function shownColumns({ shown, order }: ColumnChoice): ColumnName[] {
  return order.filter(name => shown.includes(name))
}

/** Puts a column before another one, or after all where that is null. */
export function withPlace(choice: ColumnChoice, name: ColumnName, before: ColumnName | null): ColumnChoice {
  if (name === before)
    return choice
  const others = choice.order.filter(each => each !== name)
  const at = before === null ? others.length : others.indexOf(before)
  return { ...choice, order: others.toSpliced(at, 0, name) }
}

/** So many of the columns that are shown to the right, or to the left. */
export function withStep(choice: ColumnChoice, name: ColumnName, steps: number): ColumnChoice {
  const shown = shownColumns(choice)
  const at = shown.indexOf(name)
  const to = Math.min(Math.max(at + steps, 0), shown.length - 1)
  return to === at ? choice : withPlace(choice, name, shown.filter(each => each !== name)[to] ?? null)
}

/** The column before which one lands that is dropped here; null for the end. `left` and `right` are pixels, as `x`. */
export function columnAfter(
  x: number,
  heads: readonly { readonly name: ColumnName, readonly left: number, readonly right: number }[],
): ColumnName | null {
  return heads.find(({ left, right }) => x < (left + right) / 2)?.name ?? null
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
  return ['60px', '16px', 'minmax(clamp(140px, 30%, 260px), 1fr)', ...columns, '28px'].join(' ')
}
