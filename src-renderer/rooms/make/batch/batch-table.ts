/** A table as a batch: each row is a request; columns are {names} in the prompt, or parameters of the model. Pure. */
import type { Field, Fields, FieldValue, Model } from '#contract/models.ts'
import { hasMoreThan, rowsOfColumns } from '#rules/script/csv.ts'
import { isWithin } from './batch.ts'

export interface BatchTable {
  readonly rows: readonly Fields[]
  /** Names of the fields that rows set. */
  readonly varied: readonly string[]
  /** Columns that are neither in the prompt nor a parameter. */
  readonly unused: readonly string[]
  /** Names in the prompt without a column. */
  readonly lacking: readonly string[]
  /** Cells that their parameter does not take, with the number of their row. */
  readonly refused: readonly { readonly row: number, readonly field: string, readonly value: string }[]
  /** The numbers of the rows that have more cells than there are columns. */
  readonly overlong: readonly number[]
}

const placeholder = /\{([^{},，\n]+)\}/gu
const fold = (name: string): string => name.trim().toLowerCase()

function valueOf(field: Field, cell: string): FieldValue | null {
  switch (field.type) {
    case 'integer':
    case 'number': {
      const number = /^-?\d+(?:\.\d+)?$/.test(cell) ? Number(cell) : Number.NaN
      return isWithin(field, number) ? number : null
    }
    case 'yes-no': return { yes: true, true: true, 1: true, no: false, false: false, 0: false }[cell.toLowerCase()] ?? null
    case 'choice': return isWithin(field, cell) ? cell : null
    case 'line':
    case 'text':
    case 'address': return cell
    case 'file':
    case 'files': return null
    default: return field.type satisfies never
  }
}

/** `prompt` is what the form has; a blank cell leaves its parameter as the form has it. */
export function readBatchTable(source: string, model: Pick<Model, 'fields'>, { prompt, promptField }: {
  readonly prompt: string
  readonly promptField: Field
}): BatchTable {
  const [heads = [], ...rows] = rowsOfColumns(source)
  const names = new Map(heads.map((head, column) => [fold(head), column]))
  const fieldOf = new Map(model.fields
    .filter(field => field.type !== 'file' && field.type !== 'files')
    .map(field => [fold(field.name), field]))
  const wanted = [...prompt.matchAll(placeholder)].map(([, name = '']) => name)
  const isUsed = (head: string): boolean => fieldOf.has(fold(head)) || wanted.some(name => fold(name) === fold(head))
  const refused: { row: number, field: string, value: string }[] = []

  const read = rows.map((cells, at): Fields => {
    const said = prompt.replaceAll(placeholder, (all, name: string) => {
      const column = names.get(fold(name))
      return column === undefined ? all : cells[column] ?? ''
    })
    const own = heads.flatMap((head, column): [string, FieldValue][] => {
      const [field, cell = ''] = [fieldOf.get(fold(head)), cells[column]]
      if (!field || cell === '')
        return []
      const value = valueOf(field, cell)
      if (value === null)
        refused.push({ row: at + 1, field: field.name, value: cell })
      return value === null ? [] : [[field.name, value]]
    })
    return { [promptField.name]: said, ...Object.fromEntries(own) }
  })
  return {
    rows: read,
    varied: [...new Set([promptField.name, ...heads.flatMap(head => fieldOf.get(fold(head))?.name ?? [])])],
    unused: heads.filter(head => head !== '' && !isUsed(head)),
    lacking: [...new Set(wanted.filter(name => !names.has(fold(name))))],
    refused,
    overlong: rows.flatMap((row, at) => hasMoreThan(row, heads.length) ? [at + 1] : []),
  }
}
