/** How the file of an imported take says that it was made, and the take as if its request were known. */
import type { FileSettings } from '#contract/file-settings.ts'
import type { Take } from '#contract/takes.ts'
import type { TakeId } from '#contract/words.ts'
import { computedAsync } from '@vueuse/core'
import { attempt, studio } from '../../studio.ts'

export interface FoundSettings { readonly settings: FileSettings, readonly sourceTakeIds: readonly TakeId[] }

/** Null for takes that a request made, for files that say nothing, and where the file cannot be read now. */
export async function settingsInFile({ id: takeId, kind, asset }: Take): Promise<FoundSettings | null> {
  if (kind !== 'import' || asset.isMissing)
    return null
  const { value } = await attempt(studio.takes.settingsInFile({ takeId }))
  return value?.settings ? { settings: value.settings, sourceTakeIds: value.sourceTakeIds } : null
}

export const useFileSettings = (take: () => Take) => computedAsync(() => settingsInFile(take()), null)

/** For forms that are filled in from a take. It was not sent from here. */
export function asMadeHere(take: Take, { settings, sourceTakeIds }: FoundSettings): Take {
  const { kind, modelId, text, voice, fields } = settings
  const request = { method: '', path: '', encoding: 'json' as const, fields, body: '' }
  return { ...take, kind, modelId, text, voice, sourceTakeIds: [...sourceTakeIds], request }
}
