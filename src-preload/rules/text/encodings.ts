/** Encodings of texts that come from outside: those that programs write, by the names that `TextDecoder` has for them. */

/** In the order in which they are offered; of two that fit a text equally well, the first is taken. */
export const encodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'macintosh',
  'windows-1250',
  'iso-8859-2',
  'windows-1254',
  'windows-1257',
  'windows-1258',
  'windows-1251',
  'koi8-u',
  'ibm866',
  'iso-8859-5',
  'x-mac-cyrillic',
  'windows-1253',
  'iso-8859-7',
  'windows-1255',
  'windows-1256',
  'iso-8859-6',
  'windows-874',
  'gb18030',
  'big5',
  'shift_jis',
  'euc-jp',
  'iso-2022-jp',
  'euc-kr',
] as const
export type Encoding = typeof encodings[number]

// Page and main both have it; the rules' library knows neither.
declare const TextDecoder: new (label: string) => { decode: (bytes: Uint8Array) => string }

/** What is no letter in this encoding is U+FFFD, one for each. The mark at the beginning is left out. */
export function decodeAs(bytes: Uint8Array, encoding: Encoding): string {
  return new TextDecoder(encoding).decode(bytes)
}
