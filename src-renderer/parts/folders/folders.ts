/** Folders of what a person keeps: a folder is there while something is in it. */

export interface InFolder { readonly folder: string }
export interface Folder { readonly name: string, readonly count: number }

/** By name, as people sort them: 2 before 10. */
export function foldersOf(all: readonly InFolder[]): Folder[] {
  const counts = new Map<string, number>()
  for (const { folder } of all) {
    if (folder !== '')
      counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  const order = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })
  return [...counts].map(([name, count]) => ({ name, count })).sort((a, b) => order.compare(a.name, b.name))
}

/** The chosen folder while something is in it. Null shows all, the empty name what is in none. */
export function openFolder(all: readonly InFolder[], chosen: string | null): string | null {
  return chosen === null || all.some(each => each.folder === chosen) ? chosen : null
}
