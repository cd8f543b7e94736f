/** Finds out in which encoding a text was written, from its bytes: by its mark, by what is valid, and by which reading looks like a text. */
import type { Encoding } from './encodings.ts'
import { decodeAs, encodings } from './encodings.ts'
import { plausibilityOf } from './plausible.ts'

/** So much of a text tells its language. */
const sampleBytes = 16_384

function detectEncoding(bytes: Uint8Array): Encoding {
  const marked = markOf(bytes)
  if (marked)
    return marked
  const { sequences, damaged, isAscii } = glance(bytes)
  const utf16 = utf16Of(bytes)
  if (utf16 !== null)
    return utf16
  if (isAscii)
    return hasEscapes(bytes) ? 'iso-2022-jp' : 'utf-8'
  // One damaged letter is one damaged letter. By chance, hardly any letters of another encoding are valid.
  if (sequences > 2 * damaged)
    return 'utf-8'
  return mostPlausible(sampleOf(bytes))
}

function markOf(bytes: Uint8Array): Encoding | null {
  const [first, second, third] = bytes
  if (first === 0xEF && second === 0xBB && third === 0xBF)
    return 'utf-8'
  if (first === 0xFF && second === 0xFE)
    return 'utf-16le'
  return first === 0xFE && second === 0xFF ? 'utf-16be' : null
}

interface Glance { readonly sequences: number, readonly damaged: number, readonly isAscii: boolean }

/** Letters of more than one byte that are valid in UTF-8, and places that are not. One that is cut off at the end counts as neither. */
function glance(bytes: Uint8Array): Glance {
  let [sequences, damaged, isAscii] = [0, 0, true]
  for (let at = 0; at < bytes.length;) {
    const byte = bytes[at] ?? 0
    if (byte < 0x80) {
      at += 1
      continue
    }
    isAscii = false
    const length = byte >= 0xC2 && byte < 0xE0 ? 2 : byte >= 0xE0 && byte < 0xF0 ? 3 : byte >= 0xF0 && byte < 0xF5 ? 4 : 0
    let following = 1
    while (following < length && ((bytes[at + following] ?? 0) & 0xC0) === 0x80)
      following += 1
    if (length > 0 && following === length)
      sequences += 1
    else if (at + following < bytes.length || length === 0)
      damaged += 1
    at += following
  }
  return { sequences, damaged, isAscii }
}

/** Digits, points and line breaks have a zero next to them, and no text of another encoding has zeros. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  let [even, odd] = [0, 0]
  const looked = Math.min(bytes.length, 4096)
  for (let at = 0; at < looked; at++) {
    if (bytes[at] === 0)
      at % 2 === 0 ? even++ : odd++
  }
  if (even + odd < looked / 10 || looked < 4)
    return null
  return even > odd ? 'utf-16be' : 'utf-16le'
}

function hasEscapes(bytes: Uint8Array): boolean {
  // Escape, `$`, and `B` or `@`: what follows are Japanese letters of two bytes.
  return bytes.some((byte, at) => byte === 0x1B && bytes[at + 1] === 0x24 && (bytes[at + 2] === 0x42 || bytes[at + 2] === 0x40))
}

/** From about where letters are that are not ASCII, and from the beginning of a row. */
function sampleOf(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex(byte => byte >= 0x80)
  if (first < sampleBytes / 2)
    return bytes.subarray(0, sampleBytes)
  const row = bytes.lastIndexOf(0x0A, first) + 1
  const from = first - row > sampleBytes / 2 ? first : row
  return bytes.subarray(from, from + sampleBytes)
}

function mostPlausible(sample: Uint8Array): Encoding {
  let best: Encoding = 'windows-1252'
  let most = -Infinity
  for (const encoding of encodings) {
    if (encoding === 'utf-8' || encoding === 'iso-2022-jp' || (encoding.startsWith('utf') && sample.length % 2 === 1))
      continue
    const value = plausibilityOf(decodeAs(sample, encoding), encoding)
    if (value > most + 0.02) {
      best = encoding
      most = value
    }
  }
  return best
}

/** A text with what it was read as. */
export interface DecodedText {
  readonly text: string
  readonly encoding: Encoding
  /** Letters that this encoding does not have; each is U+FFFD in the text. */
  readonly damaged: number
}

/** In the encoding that is given, else in the one that it seems to be written in. Its mark is left out. */
export function decodeText(bytes: Uint8Array, encoding: Encoding = detectEncoding(bytes)): DecodedText {
  const text = decodeAs(bytes, encoding)
  return { text, encoding, damaged: text.includes('\uFFFD') ? text.split('\uFFFD').length - 1 : 0 }
}
