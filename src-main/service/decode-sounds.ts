/** Finds the sounds in an answer: usually one, in any of the forms that `decode-speech.ts` reads, or several that its JSON contains or names. */
import type { DecodedSpeech } from './decode-speech.ts'
import { writeFile } from 'node:fs/promises'
import { fileExists } from '../base/atomic-file.ts'
import { decodeSpeech } from './decode-speech.ts'
import { referencePath, referencesOf } from './references.ts'

/** At least one; null for one that the answer names and that was not fetched. Throws ServiceError `undecodable`. */
export async function decodeSounds(
  partPath: string,
  contentType: string,
  responseFormat: string | null,
): Promise<readonly (DecodedSpeech | null)[]> {
  const references = await referencesOf(partPath, 'audio')
  if (references.length < 2 && !references.some(reference => 'address' in reference))
    return [await decodeSpeech(partPath, contentType, responseFormat)]
  const sounds = []
  for (const [index, reference] of references.entries()) {
    const path = referencePath(partPath, index)
    if ('bytes' in reference)
      await writeFile(path, reference.bytes)
    sounds.push(await fileExists(path) ? await decodeSpeech(path, '', null) : null)
  }
  return sounds
}
