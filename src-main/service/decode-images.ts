/** Finds the images in an answer: the bytes themselves, base64 under any of the known names, or files that it names. */
import type { MediaFormat } from './answer-format.ts'
import { fileExists } from '../base/atomic-file.ts'
import { pictureOf } from './answer-format.ts'
import { readHead, referencePath, referencesOf } from './references.ts'
import { undecodable } from './service-error.ts'

/** A result in its own file, or as bytes from the answer. Its type is detected from the bytes. */
export type DecodedFile = Partial<MediaFormat> & ({ readonly path: string } | { readonly bytes: Uint8Array })

/**
 * All images of the answer, at least one; null for one that it names and that was not fetched.
 * Throws ServiceError `undecodable` when there is none, and for a fetched file that is no picture.
 */
export async function decodeImages(partPath: string, contentType: string): Promise<readonly (DecodedFile | null)[]> {
  const head = await readHead(partPath)
  const picture = pictureOf(head)
  if (picture)
    return [{ path: partPath, ...picture }]
  if (head.length === 0)
    throw undecodable('The answer is empty')
  const references = await referencesOf(partPath, 'picture')
  if (references.length === 0)
    throw undecodable(`The answer holds no picture (${contentType || 'of no type'})`)
  return Promise.all(references.map((reference, index) => 'bytes' in reference
    ? reference
    : fetchedImage(referencePath(partPath, index))))
}

async function fetchedImage(path: string): Promise<DecodedFile | null> {
  if (!await fileExists(path))
    return null
  const picture = pictureOf(await readHead(path))
  if (!picture)
    throw undecodable('The answer names something that is no picture')
  return { path, ...picture }
}
