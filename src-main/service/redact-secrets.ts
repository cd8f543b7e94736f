/**
 * Strikes the key out of everything that arrives from outside: headers, error texts, lists, and answers on the disk. It is done where
 * they arrive, before anything is cut: the beginning of a key that was cut off is not found any more.
 */
import { Buffer } from 'node:buffer'
import { open } from 'node:fs/promises'
import { createRedactor, encodingsOf } from '../base/redact.ts'

/** More than is shown, since redaction shortens it; little enough that no text is slow to search. */
const longestRead = 4000
const deepest = 12

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** At most 4,000 characters of the text, without secrets. */
export function redactSecrets(text: string, secrets: readonly string[]): string {
  const read = String(createRedactor(secrets)(text.slice(0, longestRead)))
  // The last word of a cut text may be the beginning of a key.
  return text.length > longestRead ? read.replace(/\S{0,1000}$/, '') : read
}

/** The same value with the secrets struck out of each of its texts. */
export function redactSecretsIn(value: unknown, secrets: readonly string[], depth = 0): unknown {
  if (typeof value === 'string')
    return redactSecrets(value, secrets)
  if (typeof value !== 'object' || value === null)
    return value
  if (depth > deepest)
    return null
  if (Array.isArray(value))
    return value.map(entry => redactSecretsIn(entry, secrets, depth + 1))
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, redactSecretsIn(entry, secrets, depth + 1)]))
}

/** Known secrets only: a header such as an ETag may look like one by its shape. */
export function redactHeaders(headers: Headers, key: string): Headers {
  const forms = encodingsOf(key)
  const clean = (text: string): string => forms.reduce((result, form) => result.replaceAll(form, '*'.repeat(form.length)), text)
  return Object.fromEntries(Object.entries(headers).map(([name, value]) =>
    [name, Array.isArray(value) ? value.map(clean) : value === undefined ? value : clean(value)]))
}

const pieceBytes = 2 ** 20

/** Overwrites the key, in every form that is known, with as many asterisks: lengths and offsets in the file stay as they are. */
export async function redactFile(path: string, key: string): Promise<void> {
  const forms = encodingsOf(key).map(form => Buffer.from(form))
  const file = forms.length === 0 ? null : await open(path, 'r+').catch(() => null)
  if (file === null)
    return
  try {
    // Pieces overlap, so that a key across their border is found.
    const overlap = Math.max(...forms.map(form => form.length)) - 1
    const piece = Buffer.alloc(pieceBytes + overlap)
    for (let at = 0; ; at += pieceBytes) {
      const { bytesRead } = await file.read(piece, 0, piece.length, at)
      const found = piece.subarray(0, bytesRead)
      for (const form of forms) {
        for (let place = found.indexOf(form); place >= 0; place = found.indexOf(form, place + form.length))
          await file.write(Buffer.alloc(form.length, '*'), 0, form.length, at + place)
      }
      if (bytesRead < piece.length)
        return
    }
  }
  finally {
    await file.close()
  }
}
