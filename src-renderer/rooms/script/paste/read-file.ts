/** The text of a script's file, whatever program wrote it; refuses what is none before it is read, where that can be told. */
import { decodeText } from '#rules/text/decode.ts'
import { readDocx } from './docx.ts'

/** Two long novels: far more than the lines that can be added at once. */
export const mostCharacters = 1_000_000
/** A Word file has pictures, too. */
export const mostBytes = 12 * 1024 * 1024

export type FileWords = { readonly text: string } | { readonly refused: 'too-large' | 'not-text' | 'not-a-document' }

export async function readScriptFile(file: Pick<File, 'size' | 'arrayBuffer'>): Promise<FileWords> {
  if (file.size > mostBytes)
    return { refused: 'too-large' }
  const bytes = new Uint8Array(await file.arrayBuffer())
  // Every Word document is a ZIP file, whatever its name says.
  if (bytes[0] === 0x50 && bytes[1] === 0x4B && bytes[2] === 3) {
    const text = await readDocx(bytes)
    return text === null ? { refused: 'not-a-document' } : ofLength(text)
  }
  // No character is longer than four bytes in any encoding.
  if (bytes.length > 4 * mostCharacters)
    return { refused: 'too-large' }
  const text = decodeText(bytes)
  return isText(text) ? ofLength(text) : { refused: 'not-text' }
}

function ofLength(text: string): FileWords {
  return text.length > mostCharacters ? { refused: 'too-large' } : { text }
}

/** Signs that no text has, but nearly every other file. */
function isText(text: string): boolean {
  // eslint-disable-next-line no-control-regex -- these are what is looked for
  return !/[\0-\x08\x0E-\x1A\x1C-\x1F\uFFFD]/.test(text.slice(0, 65_536)) && !text.startsWith('%PDF-')
}
