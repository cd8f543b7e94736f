/** The settings of a take in the file that leaves with it, and those of a file that came in. */
import type { FileSettings } from '#contract/file-settings.ts'
import type { Fields } from '#contract/models.ts'
import type { Take } from '#contract/takes.ts'
import type { TakeId } from '#contract/words.ts'
import type { Takes } from '../library/takes.ts'
import type { EmbeddedNote, Piece } from '../media/embedded/file-bytes.ts'
import { FileSettings as Shape } from '#contract/file-settings.ts'
import { readJson } from '#rules/plain-data.ts'
import { settingsIn, withSettings } from '../media/embedded/embedded.ts'

/** `pieces`: what is saved in place of the file at `path`. */
export interface SavedContent { readonly path: string, readonly pieces?: readonly Piece[] }

/** Null for a take that no request made. */
export function noteOf({ kind, modelId, text, voice, request, takenAt }: Take): EmbeddedNote | null {
  if (kind === 'import' || request === null || modelId === null)
    return null
  const settings: FileSettings
    = { format: 'takeroom-settings', version: 1, kind, modelId, text, voice, fields: request.fields, madeAt: takenAt }
  return { settings: JSON.stringify(settings), words: text }
}

/** The file with its settings in it; as it is where its format has no place for them, or where it cannot be read now. */
export async function contentWith(path: string, mime: string, note: EmbeddedNote): Promise<SavedContent> {
  const pieces = await withSettings(path, mime, note).catch(() => null)
  return pieces === null ? { path } : { path, pieces }
}

/** Null where the file has none, or some that this version cannot read. */
export async function settingsOfFile(path: string, mime: string): Promise<FileSettings | null> {
  const text = await settingsIn(path, mime).catch(() => null)
  return text === null ? null : readJson(Shape, text) ?? null
}

/** Without files that this studio does not have: they are of another one. With the takes of the others. */
export async function withOwnFiles(
  settings: FileSettings,
  takes: Pick<Takes, 'withAsset'>,
): Promise<{ settings: FileSettings, sourceTakeIds: TakeId[] }> {
  const fields: Fields = {}
  const sourceTakeIds = new Set<TakeId>()
  for (const [name, value] of Object.entries(settings.fields)) {
    const files = [value].flat().filter(each => typeof each === 'object')
    const sources = await Promise.all(files.map(({ assetId }) => takes.withAsset(assetId)))
    if (sources.includes(undefined))
      continue
    fields[name] = value
    sources.forEach(source => source && sourceTakeIds.add(source.id))
  }
  return { settings: { ...settings, fields }, sourceTakeIds: [...sourceTakeIds] }
}
