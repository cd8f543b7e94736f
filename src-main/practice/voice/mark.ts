/** The mark in the metadata of practice speech: transcription reads the real text from it. */

const opening = 'Spoken by the practice service'

/** Contains the length of the sound and of the text (in bytes), so that it can be found in any container and is invalid after an edit. */
export function markFor(text: string, seconds: number): string {
  return `${opening} (${seconds.toFixed(2)} s, ${Buffer.byteLength(text)} bytes): ${text}`
}

/** The marked text; null when there is no mark, or when the length of the sound has changed since. */
export function readMark(bytes: Buffer, seconds: number): string | null {
  const at = bytes.indexOf(opening)
  if (at < 0)
    return null
  const head = /^[^(]*\((\d+\.\d+) s, (\d+) bytes\): /.exec(bytes.toString('latin1', at, at + 100))
  if (!head || Math.abs(Number(head[1]) - seconds) > 0.3)
    return null
  const start = at + head[0].length
  return bytes.toString('utf8', start, start + Number(head[2]))
}
