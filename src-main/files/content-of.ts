/** What a file was before its settings were written into it, by its hash: so a take that left and came back is known again. */
import type { FileSettings } from '#contract/file-settings.ts'
import type { AssetId } from '#contract/words.ts'
import { createHash } from 'node:crypto'
import { withoutSettings } from '../media/embedded/embedded.ts'
import { readFrom } from './saved-media.ts'

/** `settings`: those in the file. Null where they are not as this version writes them, or where the file cannot be read now. */
export async function contentOf(path: string, mime: string, settings: Pick<FileSettings, 'text'>): Promise<AssetId | null> {
  const pieces = await withoutSettings(path, mime, settings.text).catch(() => null)
  if (pieces === null)
    return null
  const hash = createHash('sha256')
  for await (const bytes of readFrom({ content: { path, pieces } }))
    hash.update(bytes)
  return hash.digest('hex') as AssetId // 64 lower-case hexadecimal digits by construction
}
