/** Unpacks what a list of Takeroom carries. It is foreign: no more is unpacked than Takeroom would have packed. */
import { mostOwnLetters } from '#rules/interchange/own-film.ts'

/** Null for what is damaged or too large. */
export async function unpack(packed: string): Promise<string | null> {
  const bytes = bytesOf(packed)
  if (bytes === null)
    return null
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const parts: string[] = []
  let letters = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      parts.push(decoder.decode(value, { stream: !done }))
      letters += parts.at(-1)?.length ?? 0
      if (done)
        return parts.join('')
      if (letters > mostOwnLetters) {
        await reader.cancel()
        return null
      }
    }
  }
  catch {
    // What is cut off or no deflated text.
    return null
  }
}

function bytesOf(packed: string): Uint8Array<ArrayBuffer> | null {
  try {
    const letters = atob(packed)
    const bytes = new Uint8Array(letters.length)
    for (let at = 0; at < letters.length; at++)
      bytes[at] = letters.charCodeAt(at)
    return bytes
  }
  catch {
    return null
  }
}
