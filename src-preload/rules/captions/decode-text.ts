/** Text from the bytes of a caption file, whatever encoding it was written in. */

// Page and main both have it; the rules' library knows neither.
declare const TextDecoder: new (label: string, options?: { fatal?: boolean }) => { decode: (bytes: Uint8Array) => string }

/** UTF-8, UTF-16 with or without its mark, GB18030, or else Windows-1252, which reads anything. The mark itself is left out. */
export function decodeText(bytes: Uint8Array): string {
  const utf16 = utf16Of(bytes)
  if (utf16 !== null)
    return new TextDecoder(utf16).decode(bytes)
  return strictly('utf-8', bytes)
    ?? (looksChinese(bytes) ? strictly('gb18030', bytes) : null)
    ?? new TextDecoder('windows-1252').decode(bytes)
}

function strictly(label: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes)
  }
  catch {
    return null // Not in this encoding: the next one is tried.
  }
}

function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xFF && bytes[1] === 0xFE)
    return 'utf-16le'
  if (bytes[0] === 0xFE && bytes[1] === 0xFF)
    return 'utf-16be'
  // Digits, points and line breaks of the times have a zero beside them, and no text has zeros.
  let even = 0
  let odd = 0
  const looked = Math.min(bytes.length, 4096)
  for (let at = 0; at < looked; at++) {
    if (bytes[at] === 0)
      at % 2 === 0 ? even++ : odd++
  }
  if (even + odd < looked / 10 || looked < 4)
    return null
  return even > odd ? 'utf-16be' : 'utf-16le'
}

/** Nearly all characters of a Chinese text are of two bytes above 0xA0; accents of a Western one mostly stand between letters. */
function looksChinese(bytes: Uint8Array): boolean {
  let pairs = 0
  let high = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    if (byte < 0x80)
      continue
    pairs++
    if (byte > 0xA0 && (bytes[at + 1] ?? 0) > 0xA0)
      high++
    at++
  }
  return pairs > 0 && high >= pairs * 0.8
}
