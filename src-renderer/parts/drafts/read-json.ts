/** Stored JSON that the schema accepts; undefined for anything else, which another version may have written. */
import type { z } from 'zod'

export function readJson<Value>(schema: z.ZodType<Value>, text: string): Value | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data
  }
  catch {
    // Not JSON: treated the same.
    return undefined
  }
}
