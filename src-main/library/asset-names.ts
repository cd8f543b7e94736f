/** The names of the file of an asset, and of what is next to it. */
import type { AssetId } from '#contract/words.ts'
import { knownExtensions } from '../base/magic.ts'

/** What was found of a sound, next to it. */
export type Sidecar = 'words' | 'voice'
export type AssetVariant = 'original' | 'poster' | 'peaks' | Sidecar

/** After the id of the asset. */
export const sidecarEndings: Readonly<Record<Sidecar, string>> = { words: '.words.json', voice: '.voice.json' }
const derivedEndings = { peaks: '.peaks.dat', poster: '.poster.jpg', ...sidecarEndings }

export const assetVariants: readonly AssetVariant[] = ['original', 'peaks', 'poster', 'words', 'voice']

/** After the id of an asset whose file has this extension. */
export function endingOf(extension: string, variant: AssetVariant): string {
  return variant === 'original' ? `.${extension}` : derivedEndings[variant]
}

/** Whether a file with this name was made from an original, and can be made again. */
export function isDerivedName(name: string): boolean {
  return Object.values(derivedEndings).some(ending => name.endsWith(ending))
}

/** Where an original with this name is, below the folder of all assets; null for any other file. */
export function placeInLibrary(path: string): string | null {
  const [, id, extension] = named(path)
  return id === undefined || extension === undefined || !knownExtensions.has(extension) ? null : `${id.slice(0, 2)}/${id}.${extension}`
}

/** The asset whose original has this name; null for any other file. */
export function idInName(path: string): AssetId | null {
  return (named(path)[1] ?? null) as AssetId | null // has the form of an asset id
}

/** The id and the extension in the name of an original. */
function named(path: string): readonly (string | undefined)[] {
  return /(?:^|[/\\])([0-9a-f]{64})\.(\w+)$/.exec(path) ?? []
}
