/** The text of a script's file, whatever program wrote it; refuses what is none before it is read, where that can be told. */
import type { DecodedText } from '#rules/text/decode.ts'
import type { Encoding } from '#rules/text/encodings.ts'
import { languageOfFileName } from '#rules/script/named-language.ts'
import { decodeText } from '#rules/text/decode.ts'
import { withZip, ZipError } from '../../../parts/files/unzip.ts'
import { documentName, readDocx } from './docx.ts'
import { containerName, readEpub } from './epub.ts'
import { openDocumentName, readOdt } from './odt.ts'

/** Two long novels: far more than the lines that can be added at once. */
export const mostCharacters = 1_000_000
/** Word files and books have pictures, too. */
export const mostBytes = 64 * 1024 * 1024
/** Of the files in an archive that are read: more than a script can have. */
const mostUnpacked = 24 * 1024 * 1024

/** `encoding` is null for a Word file or a book, which says its own. `language` is the one that a book or the name of a file names. */
export type FileWords
  = | { readonly text: string, readonly encoding: Encoding | null, readonly damaged: number, readonly language: string | null }
    | { readonly refused: Refusal }

type Refusal = 'too-large' | 'not-text' | 'not-a-document' | 'damaged' | 'protected' | 'no-words' | 'pdf' | 'old-word' | 'rich-text'

/** In the encoding that the person has chosen, else in the one that it seems to be written in. */
export async function readScriptFile(
  file: Pick<File, 'size' | 'arrayBuffer'> & Partial<Pick<File, 'name'>>,
  chosen: Encoding | null = null,
): Promise<FileWords> {
  if (file.size > mostBytes)
    return { refused: 'too-large' }
  const bytes = new Uint8Array(await file.arrayBuffer())
  // Every Word document, document of LibreOffice and book is a ZIP file, whatever its name says.
  if (bytes[0] === 0x50 && bytes[1] === 0x4B && bytes[2] === 3)
    return readArchive(bytes)
  const other = otherDocument(bytes)
  if (other !== null)
    return { refused: other }
  // No character is longer than four bytes in any encoding.
  if (bytes.length > 4 * mostCharacters)
    return { refused: 'too-large' }
  const words = { ...decodeText(bytes, chosen ?? undefined), language: languageOfFileName(file.name ?? '') }
  // What somebody has chosen is shown, so that they choose again.
  return chosen !== null || isText(words) ? ofLength(words) : { refused: 'not-text' }
}

async function readArchive(bytes: Uint8Array): Promise<FileWords> {
  try {
    const words = await withZip(bytes, mostUnpacked, async (zip) => {
      if (zip.has(documentName))
        // Word names the language of its own windows more often than that of the text.
        return { text: await readDocx(zip), language: null }
      if (zip.has(containerName))
        return readEpub(zip, mostCharacters)
      return zip.has(openDocumentName) ? { text: await readOdt(zip), language: null } : { refused: 'not-a-document' as const }
    })
    return 'refused' in words ? words : ofLength({ ...words, encoding: null, damaged: 0 })
  }
  catch (error) {
    if (error instanceof ZipError)
      return { refused: error.fault }
    throw error
  }
}

function ofLength(words: Exclude<FileWords, { refused: string }>): FileWords {
  if (words.text.length > mostCharacters)
    return { refused: 'too-large' }
  // It would take away what is written in the field, and give nothing for it.
  return words.text.trim() === '' ? { refused: 'no-words' } : words
}

/** A document that is not read, whatever its name says: a PDF, which may begin with other bytes, a Word file of old or with a password, RTF. */
function otherDocument(bytes: Uint8Array): Extract<Refusal, 'pdf' | 'old-word' | 'rich-text'> | null {
  const start = String.fromCharCode(...bytes.subarray(0, 1024))
  // eslint-disable-next-line no-control-regex -- these are bytes
  if (/(?:^|[\0-\x1F])%PDF-\d/.test(start))
    return 'pdf'
  if (start.startsWith('\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1'))
    return 'old-word'
  return start.startsWith('{\\rtf') ? 'rich-text' : null
}

/** Signs that no text has, but nearly every other file; or more damage than letters survive. */
function isText({ text, damaged }: DecodedText): boolean {
  // eslint-disable-next-line no-control-regex -- these are what is looked for
  return !/[\0-\x08\x0E-\x1A\x1C-\x1F]/.test(text.slice(0, 65_536)) && damaged * 10 <= text.length
}
