/** JSON of a foreign file, written again: every name once, and no deeper than anything that Takeroom writes. */

/** SQLite reads no deeper than 1000, and functions that walk through it call themselves. */
const deepest = 200

/** Null for a text that is not JSON, or too deep. */
export function plainJson(text: string): string | null {
  if (isTooDeep(text))
    return null
  try {
    // Of a name that is there twice, SQLite and JSON.parse read different values.
    return JSON.stringify(JSON.parse(text))
  }
  catch {
    return null
  }
}

function isTooDeep(text: string): boolean {
  let depth = 0
  let isInString = false
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]
    if (isInString) {
      if (letter === '\\')
        at += 1
      else if (letter === '"')
        isInString = false
    }
    else if (letter === '"') {
      isInString = true
    }
    else if (letter === '{' || letter === '[') {
      depth += 1
      if (depth > deepest)
        return true
    }
    else if (letter === '}' || letter === ']') {
      depth -= 1
    }
  }
  return false
}
