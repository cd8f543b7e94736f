/** Reads untrusted JSON: own members only, never throws. */

export type JsonObject = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Answers are long and such integers are rare: looking at each value is left out where there are none. */
const mayHoldLongIntegers = /(?:^|[\s:,[-])\d{16}/

/**
 * Undefined for text that is not JSON. Integers that no number contains exactly are texts of their digits: they are ids and seeds, and a
 * rounded id is somebody else's. A byte order mark is ignored (RFC 8259 §8.1).
 */
export function parseJson(text: string): unknown {
  const bare = text.replace(/^\uFEFF+/, '')
  try {
    return mayHoldLongIntegers.test(bare) ? JSON.parse(bare, exactly) : JSON.parse(bare)
  }
  catch {
    return undefined
  }
}

/** For `JSON.parse`, which also gives what stood in the text. */
function exactly(_name: string, value: unknown, context?: { readonly source?: string }): unknown {
  const isRounded = typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? '')
  return isRounded ? context?.source : value
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
