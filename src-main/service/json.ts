/** Reads untrusted JSON: own members only, never throws. */

export type JsonObject = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Undefined for text that is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  }
  catch {
    return undefined
  }
}

/** The member at the end of the path, or undefined when a step is missing. */
export function memberOf(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, name) => isObject(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined, value)
}

/** The first of these members that is a non-blank text. */
export function firstText(value: unknown, ...names: readonly string[]): string | null {
  for (const name of names) {
    const member = memberOf(value, name)
    if (typeof member === 'string' && member.trim() !== '')
      return member
  }
  return null
}

/** The first of these members that is a finite number, or a text that contains one. */
export function firstNumber(value: unknown, ...names: readonly string[]): number | null {
  for (const name of names) {
    const member = memberOf(value, name)
    const number = typeof member === 'string' && member.trim() !== '' ? Number(member) : member
    if (typeof number === 'number' && Number.isFinite(number))
      return number
  }
  return null
}
