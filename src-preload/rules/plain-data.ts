/** Plain data, as JSON has it: read from texts that may be damaged or of another version, and brought into one order. */
import type { z } from 'zod'

/** Undefined for what is no JSON: no JSON is undefined, so every shape refuses it. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  }
  catch {
    return undefined
  }
}

/** What the text contains, where it has this shape; else undefined. */
export function readJson<Value>(shape: z.ZodType<Value>, text: string): Value | undefined {
  return shape.safeParse(parsedJson(text)).data
}

/** Equal data as equal text, in whatever order members were set. Lists keep their order. */
export function plainText(what: unknown): string {
  return JSON.stringify(what, (_, value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => a < b ? -1 : 1))
    : value) ?? ''
}
