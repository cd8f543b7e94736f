/** The files of very many takes, which are read a part at a time: what all of them are saved as would be too much to keep in memory. */
import type { SavedItem } from '#contract/saving.ts'
import type { Take } from '#contract/takes.ts'
import type { TakeId } from '#contract/words.ts'
import type { TakesWeight } from '../library/selected-takes.ts'
import type { FileToSave } from './file-to-save.ts'
import type { SavedParts } from './saved-folder.ts'
import { Fault } from '#contract/faults.ts'
import { readRuns } from '#rules/search/runs.ts'
import { createSavedNames } from './saved-names.ts'

const mostInPart = 1000

/** `done` is complete once all parts were read. */
export interface ManyFiles extends SavedParts {
  readonly done: { count: number, missing: number }
}

/** Takes by their numbers. */
export interface SelectedTakes {
  readonly idsOf: (numbers: readonly number[]) => Promise<TakeId[]>
  readonly weightOf: (runs: string) => Promise<TakesWeight>
}

type Names = ReturnType<typeof createSavedNames>

interface Reading<Present> extends SelectedTakes {
  readonly takes: { find: (takeIds: readonly TakeId[]) => Promise<readonly Pick<Take, 'id'>[]> }
  readonly present: (items: readonly SavedItem[]) => Promise<{ there: Present[], missing: string[] }>
  readonly named: (there: readonly Present[], names: Names) => FileToSave[]
}

export async function readMany<Present>(
  reading: Reading<Present>,
  { runs, template }: { readonly runs: string, readonly template: string },
): Promise<ManyFiles> {
  const { count, sizeBytes } = await reading.weightOf(runs)
  const done = { count: 0, missing: 0 }
  const names = createSavedNames(template, { total: count })
  return { name: 'Takeroom', neededBytes: sizeBytes, parts: partsOf(reading, { numbers: readRuns(runs), names, done }), done }
}

/** Takes that are deleted meanwhile are left out. @throws Fault nothing-to-save at the end of none */
async function* partsOf<Present>(
  { takes, idsOf, present, named }: Reading<Present>,
  { numbers, names, done }: { readonly numbers: readonly number[], readonly names: Names, readonly done: ManyFiles['done'] },
): AsyncGenerator<FileToSave[], void, void> {
  for (let at = 0; at < numbers.length; at += mostInPart) {
    const asked = await idsOf(numbers.slice(at, at + mostInPart))
    const kept = new Set((await takes.find(asked)).map(take => take.id))
    const { there, missing } = await present(asked.flatMap(takeId => kept.has(takeId) ? [{ of: 'take', takeId }] : []))
    done.missing += missing.length
    done.count += there.length
    yield named(there, names)
  }
  if (done.count === 0)
    throw new Fault('nothing-to-save', { titles: [] })
}
