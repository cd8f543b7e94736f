/**
 * Declares a table once, with all its columns and their types; reading, writing and the row type are derived from that. Rows are
 * parsed where they are read: what a row says is a claim of a file, which may be damaged, or come from a stranger's backup.
 */
import type { Sql, SqlValue } from './sql.ts'
import { z } from 'zod'
import { parsedJson } from '#rules/plain-data.ts'
import { sql } from './sql.ts'
import { readEach, UnreadableRowError } from './unreadable-rows.ts'

export { UnreadableRowError } from './unreadable-rows.ts'

/** The whole table as it is stored, whichever of its columns a reader asks for. */
export interface StoredTable {
  readonly name: string
  /** Every column by its own name, with what its values must be. */
  readonly stored: z.ZodObject
}

export interface Table<Shape extends z.ZodObject> extends StoredTable {
  /** All columns for a SELECT, each with its table name. In the result they have the names of the shape. */
  readonly columns: Sql
  /** @throws UnreadableRowError when a value does not match its column */
  readonly parse: (row: object) => z.output<Shape>
  /** Rows that do not match are set aside: see `unreadable-rows.ts`. */
  readonly read: (rows: readonly object[]) => z.output<Shape>[]
  /**
   * `(id, name) VALUES (?, ?)`, for an INSERT. A value may be a query in parentheses; an omitted column gets its
   * default. `unread` has columns that are not part of the shape, because they are never read with the row.
   */
  readonly values: (row: Written<Shape>, unread?: Readonly<Record<string, SqlValue | Sql>>) => Sql
  /** `id = ?, name = ?`, for an UPDATE. */
  readonly changes: (row: Written<Shape>) => Sql
  /** The same table, for readers that need only these columns. */
  readonly part: <Key extends keyof Shape['shape'] & string>(...keys: readonly Key[]) => Table<z.ZodObject<Pick<Shape['shape'], Key>>>
}

type Written<Shape extends z.ZodObject> = { readonly [Column in keyof z.input<Shape>]?: SqlValue | Sql }

interface MoreOfTable<Shape extends z.ZodObject> {
  /** The column's own name where the shape has another, for example in a join of tables with a common column name. */
  readonly renamed?: { readonly [Column in keyof z.input<Shape>]?: string }
  /** Columns that are written and asked for in queries, but not read with the row. */
  readonly unread?: Readonly<Record<string, z.ZodType>>
}

/** `shape` has the columns that are read with a row. */
export function defineTable<Shape extends z.ZodObject>(name: string, shape: Shape, more: MoreOfTable<Shape> = {}): Table<Shape> {
  const { renamed = {}, unread = {} } = more
  const own = (key: string): string => Reflect.get(renamed, key) ?? key
  const keys = Object.keys(shape.shape)
  const written = (row: Written<Shape>): { column: Sql, value: SqlValue | Sql }[] => Object.entries<SqlValue | Sql | undefined>(row)
    .flatMap(([key, value]) => value === undefined ? [] : [{ column: sql.identifier(own(key)), value }])
  const parse = rowParser(name, shape)
  return {
    name,
    stored: z.object({ ...Object.fromEntries(keys.map(key => [own(key), shape.shape[key] as z.ZodType])), ...unread }),
    columns: sql.join(keys.map(key => sql`${sql.identifier(name)}.${sql.identifier(own(key))} AS ${sql.identifier(key)}`)),
    parse,
    read: rows => readEach(rows, parse),
    values(row, unread) {
      const entries = written({ ...row, ...unread })
      return sql`(${sql.join(entries.map(({ column }) => column))}) VALUES (${sql.join(entries.map(({ value }) => value))})`
    },
    changes: row => sql.join(written(row).map(({ column, value }) => sql`${column} = ${value}`)),
    part(...wanted) {
      type Part = z.ZodObject<Pick<Shape['shape'], typeof wanted[number]>>
      // It has exactly these keys; their types are lost on the way through entries.
      const part = z.object(Object.fromEntries(wanted.map(key => [key, shape.shape[key]]))) as Part
      return defineTable(name, part, { renamed } as MoreOfTable<Part>)
    },
  }
}

/**
 * Reads rows of a table, also with columns of a join: in one go, which for thousands of rows counts.
 * @throws UnreadableRowError when a value does not match its column
 */
export function rowParser<Shape extends z.ZodObject>(name: string, shape: Shape): (row: object) => z.output<Shape> {
  return (row) => {
    const parsed = shape.safeParse(row)
    if (parsed.success)
      return parsed.data
    // The values may be private texts, so only the columns are named.
    const columns = parsed.error.issues.map(issue => String(issue.path[0] ?? ''))
    throw new UnreadableRowError(name, row, [...new Set(columns)], { cause: parsed.error })
  }
}

/** A column that contains 0 or 1. */
export const Flag = z.literal([0, 1]).transform(value => value === 1)

/** The same, for rows that are used as they are stored. */
export const FlagNumber = z.literal([0, 1])

/** Counts, sizes and revisions: far beyond what is real, and far from where sums of them are not exact any more. */
export const Count = z.int().min(0).max(2 ** 48)

/** Columns whose text is JSON. */
const jsonColumns = new WeakSet<z.ZodType>()

/** A column of text that contains JSON of this shape. */
export function json<Shape extends z.ZodType>(shape: Shape) {
  const column = z.string().transform((text, context): z.output<Shape> => {
    const parsed = shape.safeParse(parsedJson(text))
    if (parsed.success)
      return parsed.data
    context.addIssue({ code: 'custom', message: 'is not what it should be' })
    return z.NEVER
  })
  jsonColumns.add(column)
  return column
}

/** The same, for rows that are used as they are stored: the text itself is read. */
export function jsonText<Shape extends z.ZodType>(shape: Shape) {
  const column = z.string().refine(text => shape.safeParse(parsedJson(text)).success, 'is not what it should be')
  jsonColumns.add(column)
  return column
}

/** Whether the text of this column is JSON. */
export function isJson(column: z.ZodType): boolean {
  return jsonColumns.has(column) || (column instanceof z.ZodNullable && isJson(column.unwrap() as z.ZodType))
}
