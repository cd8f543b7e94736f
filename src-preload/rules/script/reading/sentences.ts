/** Sentences, verses, and remarks of songs. */

export function isSung(how: string): boolean {
  return /\bs[iu]ng(?:s|ing)?\b|\bsing(?:t|end)\b|\bchant|\bcant[ao]|唱|歌|поёт|поет/iu.test(how)
}

/** Several short rows, of which each begins like a verse. */
export function isVerse(rows: readonly string[]): boolean {
  return rows.length > 1 && rows.every(row => row.length <= 60 && /^["“‘'’]?\P{Ll}/u.test(row))
}

export function isSentence(text: string): boolean {
  return /[.!?…。！？]["'”’」』]?\s*$/u.test(text)
}
