/** File names that are valid on every system, made from titles. */

/** Kept short enough for a number, an extension and a `.part` within the 255 bytes that file systems allow. */
const mostBytes = 180

/** Devices of Windows, with any extension; spaces before it are ignored. */
export const reserved = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$) *(?:\.|$)/i
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Without extension; never empty, never hidden, never a device, the same on every system. */
export function safeFileBase(name: string): string {
  const cleaned = name
    .normalize('NFC')
    // Characters that reverse the writing direction could disguise the extension.
    .replaceAll(/[\p{Cc}\p{Cs}\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF]/gu, ' ')
    .replaceAll(/[<>:"/\\|?*]/g, ' ')
    .replaceAll(/\s+/gu, ' ')
  // A command such as `rm *` takes a name that begins with a hyphen for an option; a dot or a tilde hides a file or names a home folder.
  // Cutting may leave a dot or a space at the end, which Windows removes silently.
  const trimmed = firstBytes(cleaned.replace(/^[\s.~-]+/u, '')).replace(/[\s.]+$/u, '')
  if (trimmed === '')
    return 'Delivery'
  return reserved.test(trimmed) ? `_${trimmed}` : trimmed
}

/** `name`, then `name (2)`, `name (3)` … */
export function numberedFileBase(base: string, count: number): string {
  return count < 2 ? base : `${base} (${count})`
}

/** The first of these that no file has, regardless of extension and case. */
export function freeFileBase(base: string, takenNames: Iterable<string>): string {
  const taken = new Set(Array.from(takenNames, name => fold(name)))
  const isFree = (candidate: string) => {
    const folded = fold(candidate)
    return ![...taken].some(name => name === folded || name.startsWith(`${folded}.`))
  }
  for (let count = 1; ; count++) {
    const candidate = numberedFileBase(base, count)
    if (isFree(candidate))
      return candidate
  }
}

function fold(name: string): string {
  return name.normalize('NFC').toLowerCase()
}

function firstBytes(text: string): string {
  let bytes = 0
  let kept = ''
  for (const { segment } of graphemes.segment(text)) {
    bytes += Array.from(segment).reduce((sum, letter) => sum + bytesOf(letter.codePointAt(0) ?? 0), 0)
    if (bytes > mostBytes)
      break
    kept += segment
  }
  return kept
}

/** In UTF-8. */
function bytesOf(codePoint: number): number {
  return codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4
}
