/**
 * The ids in a project as text. Those that only the project knows are numbered in a bundle, so that the same project is the same text, and
 * are made again where it comes in. Takes and voices keep theirs: by them they are recognised.
 */
import type { BundleDocument } from './bundle-format.ts'

const anId = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g

/** Wherever an id is named, also within JSON inside JSON, and as the name of a member. */
export function replaceIds(text: string, newIds: ReadonlyMap<string, string>): string {
  return newIds.size === 0 ? text : text.replaceAll(anId, id => newIds.get(id) ?? id)
}

/** In their order: of the project, its lines, pictures and sequences, the entries of its shelf and dictionary, and its conversations. */
export function ownIds({ id, version, rows }: Pick<BundleDocument, 'id' | 'version' | 'rows'>): string[] {
  const named = [
    ...[version.lines, version.storyboard?.pictures ?? [], version.sequences, version.shelf ?? [], version.pronunciations ?? []].flat(),
    ...[rows.conversations ?? [], rows.messages ?? []].flat(),
  ]
  return [id, ...named.map(each => String(each.id))]
}

/** The same for every project: the first is 1. */
export function numberedId(number: number): string {
  return `00000000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`
}
