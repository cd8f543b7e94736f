/** Redacts secrets from anything that is written or logged: by the name of their member, by their shape, and known ones by value. */
import { Buffer } from 'node:buffer'

/** The replacement for a secret. */
export const redacted = '[redacted]'

/** Returns a redacted copy as plain data: cycles, errors, bytes and throwing getters become short texts. Never throws. */
export type Redactor = (value: unknown) => unknown

/** Redacts by name and by shape alone. */
export const redact: Redactor = createRedactor([])

/**
 * Redacts by name, by shape, and every secret of `knownSecrets` wherever it occurs, also percent-encoded or as base64. The
 * iterable is read on every call, so a live Set may grow.
 */
export function createRedactor(knownSecrets: Iterable<string>): Redactor {
  return (value) => {
    const known = [...knownSecrets].flatMap(encodingsOf)
    return copy(value, text => redactText(text, known), new Set())
  }
}

const deepest = 12
const shortestKnownSecret = 6
const secretNames = new Set([
  'authorization',
  'authorisation',
  'bearer',
  'cookie',
  'credential',
  'credentials',
  'key',
  'keys',
  'apikey',
  'apikeys',
  'passphrase',
  'passwd',
  'password',
  'pwd',
  'secret',
  'secrets',
  'token',
])

const keyLikeWord = String.raw`(?:authori[sz]ation|api[-_ ]?keys?|access[-_ ]?key|private[-_ ]?key|(?:[a-z]+[-_])?token|(?:[a-z]+[-_])?secret|password|passwd|passphrase|credentials?|cookie|key)`

/** Shapes of secrets; a group named `before` is kept, the rest is replaced. */
const secretShapes: readonly RegExp[] = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  /(?<before>\b(?:bearer|basic|digest)\s+)[\w\-.~+/=:]{6,}/gi,
  /\bsk[-_][\w-]{8,}/g,
  /\b[a-z]{2,12}_(?:live|test)_\w{6,}/g,
  /\b(?:gh[opsu]|github_pat|glpat|xox[abprs])[-_][\w-]{10,}/g,
  // Lengths are bounded, here and below: an unbounded pattern takes minutes on a long text of many beginnings.
  /\beyJ[\w-]{8,1000}\.[\w-]{8,}(?:\.[\w-]*)?/g,
  // The password in a URL.
  /(?<before>\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s/:@]{0,200}:)[^\s/@]{1,200}(?=@)/gi,
  // key=…, "token": "…"; but not "the key is invalid", which must stay readable.
  new RegExp(String.raw`(?<before>\b${keyLikeWord}["']?\s*[:=]\s*["']?)(?!\[redacted\]|bearer\b|basic\b)[^\s"'&,;(){}<>\]]{6,}`, 'gi'),
  // Long base64 or hexadecimal soon after such a word.
  new RegExp(String.raw`(?<before>\b${keyLikeWord}\b[^\n]{0,24}?)(?<![\w+/=-])(?=[\w+/-]*\d)[\w+/-]{24,}={0,2}`, 'gi'),
]

function redactText(text: string, known: readonly string[]): string {
  let result = text
  for (const secret of known)
    result = withoutBeginning(result.replaceAll(secret, redacted), secret)
  for (const shape of secretShapes) {
    result = result.replace(shape, (...found: unknown[]) => {
      // The last argument contains the named groups, or is the whole text where a shape has none.
      const groups = found.at(-1)
      const before = typeof groups === 'object' && groups !== null && 'before' in groups ? String(groups.before) : ''
      return before + redacted
    })
  }
  return result
}

const shortestBeginning = 12

/** A truncated text may end with the beginning of a secret. */
function withoutBeginning(text: string, secret: string): string {
  for (let length = Math.min(secret.length - 1, text.length); length >= shortestBeginning; length -= 1) {
    if (text.endsWith(secret.slice(0, length)))
      return text.slice(0, -length) + redacted
  }
  return text
}

function copy(value: unknown, clean: (text: string) => string, above: Set<object>): unknown {
  if (typeof value === 'string')
    return clean(value)
  if (typeof value === 'bigint')
    return value.toString()
  if (typeof value === 'function' || typeof value === 'symbol')
    return `[${typeof value}]`
  if (typeof value !== 'object' || value === null)
    return value
  if (above.has(value))
    return '[circular]'
  if (above.size >= deepest)
    return '[deep]'
  above.add(value)
  try {
    return copyObject(value, inner => copy(inner, clean, above), clean)
  }
  catch {
    // A throwing getter or proxy must not prevent the rest of the log line.
    return '[unreadable]'
  }
  finally {
    above.delete(value)
  }
}

function copyObject(value: object, inside: (value: unknown) => unknown, clean: (text: string) => string): unknown {
  if (Array.isArray(value))
    return copyList(value, inside)
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer)
    return `[${value.byteLength} bytes]`
  if (value instanceof Date)
    return Number.isNaN(value.getTime()) ? '[no date]' : value.toISOString()
  if (value instanceof URL)
    return clean(value.href)
  if (value instanceof Map)
    return copyEntries([...value].map(([key, entry]) => [String(key), entry]), inside, clean)
  if (value instanceof Set)
    return copyList([...value], inside)
  if (value instanceof Error) {
    const { name, message, stack, cause } = value
    const own = Object.entries(value)
    const causes: [string, unknown][] = cause === undefined ? [] : [['cause', cause]]
    return copyEntries([['name', name], ['message', message], ['stack', stack], ...causes, ...own], inside, clean)
  }
  return copyEntries(Object.entries(value), inside, clean)
}

// Raw headers are a flat list of names and values, or pairs: the value after the name of a secret is redacted.
function copyList(list: readonly unknown[], inside: (value: unknown) => unknown): unknown[] {
  return list.map((entry, index) => {
    const name = list[index - 1]
    return typeof entry === 'string' && typeof name === 'string' && index % 2 === 1 && isSecretName(name) ? redacted : inside(entry)
  })
}

function copyEntries(
  entries: readonly [string, unknown][],
  inside: (value: unknown) => unknown,
  clean: (text: string) => string,
): Record<string, unknown> {
  return Object.fromEntries(entries.map(([name, entry]) => {
    const isSecret = isSecretName(name) && !(entry === null || entry === undefined || entry === '' || typeof entry === 'boolean')
    return [clean(name), isSecret ? redacted : inside(entry)]
  }))
}

// The last word of a name tells its content: apiKey and access_token are secrets, keyState and maxTokens are not.
function isSecretName(name: string): boolean {
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase().split(/[^a-z]+/).filter(Boolean)
  return secretNames.has(words.at(-1) ?? '')
}

/** The secret as it may be in a text: plain, in JSON, percent-encoded, as base64. Empty for one too short to be looked for. */
export function encodingsOf(secret: string): string[] {
  if (secret.length < shortestKnownSecret)
    return []
  const base64 = Buffer.from(secret).toString('base64').replace(/=+$/, '')
  const inJson = JSON.stringify(secret).slice(1, -1)
  return [...new Set([secret, inJson, encodeURIComponent(secret.toWellFormed()), base64, base64.replaceAll('+', '-').replaceAll('/', '_')])]
}
