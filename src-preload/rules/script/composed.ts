/** A text with composed letters (NFC), as words are compared, and where its places are in the text as it is written. */

interface Place { readonly start: number, readonly end: number }

interface Composed {
  readonly text: string
  /** In the text as it is written; places are in order. One within a letter is that of the whole letter. */
  readonly placed: <Part extends Place>(places: readonly Part[]) => Part[]
}

/** A letter and all that is composed with it: its marks, or the further parts of a Korean syllable. */
const letters = /\P{M}[\p{M}\u1161-\u1175\u11A8-\u11C2]*|\p{M}+/gu

export function composed(written: string): Composed {
  const text = written.normalize('NFC')
  if (text === written)
    return { text, placed: places => [...places] }
  // By each unit of the composed text.
  const starts: number[] = []
  const ends: number[] = []
  let at = 0
  for (const [letter] of written.matchAll(letters)) {
    const whole = letter.normalize('NFC')
    for (let unit = 0; unit < whole.length; unit++) {
      starts.push(whole === letter ? at + unit : at)
      ends.push(whole === letter ? at + unit + 1 : at + letter.length)
    }
    at += letter.length
  }
  return {
    text,
    placed(places) {
      let last = 0
      return places.flatMap((place) => {
        const [start = last, end = last] = [starts[place.start], ends[place.end - 1]]
        // Two may have been within one letter.
        if (start < last || end <= start)
          return []
        last = end
        return [{ ...place, start, end }]
      })
    },
  }
}
