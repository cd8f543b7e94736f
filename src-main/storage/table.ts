/** Declares a table once, with its columns and their types; reading, writing and the row type are derived from that. */
import type { Sql, SqlValue } from './sql.ts'
import { z } from 'zod'
import { sql } from './sql.ts'

export interface Table<Shape extends z.ZodObject> {
  /** All columns for a SELECT, each with its table name. In the result they have the names of the shape. */
  readonly columns: Sql
  /** @throws UnreadableRowError when a value does not match its column */
  readonly parse: (row: object) => z.output<Shape>
  /**
   * `(id, name) VALUES (?, ?)`, for an INSERT. A value may be a query in parentheses; an omitted column gets its
   * default. `unread` has columns that are not part of the shape, because they are never read with the row.
   */
  readonly values: (row: Written<Shape>, unread?: Readonly<Record<string, SqlValue | Sql>>) => Sql
  /** `id = ?, name = ?`, for an UPDATE. */
  readonly changes: (row: Written<Shape>) => Sql
}

type Written<Shape extends z.ZodObject> = { readonly [Column in keyof z.input<Shape>]?: SqlValue | Sql }

/** A row that cannot be understood: changed by another program, or damaged in a way that SQLite does not detect. */
export class UnreadableRowError extends Error {
  override readonly name = 'UnreadableRowError'
}

/** `renamed` gives the column's own name where the shape has another, for example in a join of tables with a common column name. */
export function defineTable<Shape extends z.ZodObject>(
  name: string,
  shape: Shape,
  renamed: { readonly [Column in keyof z.input<Shape>]?: string } = {},
): Table<Shape> {
  const own = (key: string): string => Reflect.get(renamed, key) ?? key
  const keys = Object.keys(shape.shape)
  const written = (row: Written<Shape>): { column: Sql, value: SqlValue | Sql }[] => Object.entries<SqlValue | Sql | undefined>(row)
    .flatMap(([key, value]) => value === undefined ? [] : [{ column: sql.identifier(own(key)), value }])
  return {
    columns: sql.join(keys.map(key => sql`${sql.identifier(name)}.${sql.identifier(own(key))} AS ${sql.identifier(key)}`)),
    parse: rowParser(name, shape),
    values(row, unread) {
      const entries = written({ ...row, ...unread })
      return sql`(${sql.join(entries.map(({ column }) => column))}) VALUES (${sql.join(entries.map(({ value }) => value))})`
    },
    changes: row => sql.join(written(row).map(({ column, value }) => sql`${column} = ${value}`)),
  }
}

/**
 * Reads rows of a table, also with columns of a join beside its own: in one go, which for thousands of rows counts.
 * @throws UnreadableRowError when a value does not match its column
 */
export function rowParser<Shape extends z.ZodObject>(name: string, shape: Shape): (row: object) => z.output<Shape> {
  return (row) => {
    const parsed = shape.safeParse(row)
    if (parsed.success)
      return parsed.data
    // The values may be private texts, so only the columns are named.
    const columns = parsed.error.issues.map(issue => String(issue.path[0] ?? ''))
    throw new UnreadableRowError(`A row of ${name} cannot be read: ${[...new Set(columns)].join(', ')}`, { cause: parsed.error })
  }
}

/** A column that holds 0 or 1. */
export const Flag = z.literal([0, 1]).transform(value => value === 1)

/** A column of text that holds JSON of this shape. */
export function json<Shape extends z.ZodType>(shape: Shape) {
  return z.string().transform((text, context): z.output<Shape> => {
    const parsed = shape.safeParse(valueOf(text))
    if (parsed.success)
      return parsed.data
    context.addIssue({ code: 'custom', message: 'is not what it should be' })
    return z.NEVER
  })
}

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text)
  }
  catch {
    return undefined // JSON cannot express undefined, so every column's schema rejects it.
  }
}
