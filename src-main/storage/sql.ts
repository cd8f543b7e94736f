/** SQL statements with their values kept separate: a value can never become part of the text. */
import { trimmedText } from './trimmed-text.ts'

/** What SQLite stores: a boolean as 0 or 1, a whole number as an integer, any other as a real. */
export type SqlValue = string | number | bigint | boolean | null | Uint8Array

/** A statement or a part of one. Only `sql` creates them, so outside text cannot be mistaken for one. */
export class Sql {
  readonly text: string
  readonly params: readonly SqlValue[]

  constructor(text: string, params: readonly SqlValue[]) {
    this.text = text
    this.params = params
  }
}

/**
 * sql`SELECT id FROM takes WHERE kind = ${kind} ${isStarred ? sql`AND is_starred = 1` : sql.empty}`
 * @throws TypeError for undefined, NaN or infinity: each would silently become NULL.
 */
function tag(strings: TemplateStringsArray, ...parts: readonly (SqlValue | Sql)[]): Sql {
  let text = strings[0] ?? ''
  const params: SqlValue[] = []
  parts.forEach((part, index) => {
    if (part instanceof Sql) {
      text += part.text
      params.push(...part.params)
    }
    else {
      text += '?'
      params.push(checkValue(part))
    }
    text += strings[index + 1] ?? ''
  })
  return new Sql(text, params)
}

const empty = new Sql('', [])

/** Joins parts: sql`… IN (${sql.join(ids)})`. An empty list gives an empty text, and `IN ()` matches nothing. */
function join(parts: readonly (SqlValue | Sql)[], separator: Sql = new Sql(', ', [])): Sql {
  return parts.reduce<Sql>((before, part, index) => index === 0 ? tag`${part}` : tag`${before}${separator}${part}`, empty)
}

/** One row for each item, as `json_each` gives them: sql`FROM ${sql.each(lines)}`. The text of the statement is the same for any number. */
function each(items: readonly unknown[]): Sql {
  return tag`json_each(${JSON.stringify(items)})`
}

/** What one of these is: sql`id IN ${sql.list(ids)}`. As with `each`, a statement is prepared once for lists of any length. */
function list(values: readonly (string | number)[]): Sql {
  return tag`(SELECT value FROM ${each(values)})`
}

/** A quoted table or column name. For names from the program itself, such as the column to sort by. */
function identifier(name: string): Sql {
  if (name === '' || name.includes('\0'))
    throw new TypeError('A column needs a name')
  return new Sql(`"${name.replaceAll('"', '""')}"`, [])
}

/** A column of JSON in a query over many rows: what is not JSON reads as an empty object, so that one damaged row does not end the query. */
function json(column: Sql): Sql {
  return tag`CASE WHEN json_valid(${column}) THEN ${column} ELSE '{}' END`
}

/** See `trimmed-text.ts`. */
const trimmed = new Sql(trimmedText, [])

export const sql = Object.assign(tag, { join, each, list, identifier, json, empty, trimmedText: trimmed })

function checkValue(value: SqlValue): SqlValue {
  if (value === null || typeof value === 'string' || typeof value === 'bigint' || typeof value === 'boolean' || value instanceof Uint8Array)
    return value
  if (typeof value === 'number' && Number.isFinite(value))
    return value
  throw new TypeError(`SQLite has no value for ${typeof value === 'object' ? 'an object' : String(value)}`)
}
