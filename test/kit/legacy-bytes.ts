/** Texts in encodings that no program should write any more: by what `TextDecoder` reads from each byte, and each pair of bytes. */
import type { Encoding } from '#rules/text/encodings.ts'
import { Buffer } from 'node:buffer'

const known = new Map<Encoding, ReadonlyMap<string, Buffer>>()

function bytesOf(encoding: Encoding): ReadonlyMap<string, Buffer> {
  const found = known.get(encoding)
  if (found)
    return found
  const decoder = new TextDecoder(encoding)
  const bytes = new Map<string, Buffer>()
  const add = (...codes: number[]): void => {
    const letter = decoder.decode(Uint8Array.from(codes))
    if ([...letter].length === 1 && letter !== '\uFFFD' && !bytes.has(letter))
      bytes.set(letter, Buffer.from(codes))
  }
  for (let first = 0; first < 256; first++)
    add(first)
  for (let first = 0x81; first < 255; first++) {
    for (let second = 0x40; second < 255; second++)
      add(first, second)
  }
  known.set(encoding, bytes)
  return bytes
}

/** Throws for a letter that the encoding does not have. */
export function encodeAs(text: string, encoding: Encoding): Buffer {
  if (encoding === 'utf-8')
    return Buffer.from(text)
  if (encoding === 'utf-16le' || encoding === 'utf-16be') {
    const bytes = Buffer.from(text, 'utf16le')
    return encoding === 'utf-16le' ? bytes : bytes.swap16()
  }
  const table = bytesOf(encoding)
  return Buffer.concat([...text].map((letter) => {
    const bytes = table.get(letter)
    if (!bytes)
      throw new TypeError(`${encoding} has no ${letter}`)
    return bytes
  }))
}
