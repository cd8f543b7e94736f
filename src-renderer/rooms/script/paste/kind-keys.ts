/** Letters that say what a row of a text is, where it has the focus. */
import type { Correction, ReadRow } from '#rules/script/reading/read-row.ts'
import { rowKinds } from '#rules/script/reading/read-row.ts'

export const kindKeys: Readonly<Record<Correction, string>> = {
  'speech': 's',
  'direction': 'd',
  'effect': 'x',
  'heading': 'h',
  'note': 'n',
  'left-out': 'l',
  'words': 'w',
}
/** That the row is what it was taken for. */
export const rightKey = 'r'

/** What a person may say of a row. */
export function choicesFor({ kind, speaker }: Pick<ReadRow, 'kind' | 'speaker'>): readonly Correction[] {
  return kind === 'speech' && speaker !== '' ? [...rowKinds, 'words'] : rowKinds
}

/** Null where the key says nothing of this row. */
export function correctionBy(
  { key, ctrlKey, metaKey, altKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>,
  row: Pick<ReadRow, 'kind' | 'speaker' | 'isDoubtful'>,
): Correction | null {
  const letter = key.toLowerCase()
  if (ctrlKey || metaKey || altKey)
    return null
  if (letter === rightKey)
    return row.isDoubtful ? row.kind : null
  return choicesFor(row).find(each => kindKeys[each] === letter) ?? null
}
