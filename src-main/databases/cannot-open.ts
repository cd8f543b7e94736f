/** Explains why a studio cannot be opened, in a sentence with the next step. Nothing has been changed when this is thrown. */
import { StorageError } from '../storage/storage-error.ts'

export class CannotOpenStudio extends Error {
  override readonly name = 'CannotOpenStudio'

  /** Another one has the folder open. */
  get isLocked(): boolean {
    return this.cause instanceof StorageError && this.cause.kind === 'locked'
  }
}

const sentences: Partial<Record<StorageError['kind'], (folder: string, file: string, said: string) => string>> = {
  locked: folder => `Another Takeroom has the studio folder ${folder} open. If it is in a browser, "npm start -- serve" in the folder of Takeroom prints a new link to it. Otherwise close it first, or choose another folder with --folder.`,
  corrupt: (folder, file) => `The file ${file} in ${folder} is damaged and could not be rebuilt. It was not changed. `
    + `Copies from before each upgrade are in ${folder}/backups. Move ${file} to another folder (do not delete it) and start again: Takeroom rebuilds what it can. Your takes are in ${folder}/assets.`,
  newer: (folder, file) =>
    `The file ${file} in ${folder} was written by a newer Takeroom. Update Takeroom and start again. Nothing was changed.`,
  older: (folder, file, said) =>
    `The file ${file} in ${folder} was written by an older Takeroom, and this version cannot open it: ${said}. `
    + `Open the studio once with an earlier build of Takeroom 0.1 from November 29, 2026, which brings it to that version. Nothing was changed.`,
  full: folder => `The disk that holds ${folder} is full. Free some space and start again. Nothing was lost.`,
  readonly: folder => `Takeroom has no permission to write to ${folder}. Grant it, or choose another folder with --folder.`,
  io: folder => `The disk reports errors for ${folder}. Check that it is connected and healthy, then start again. Nothing was changed.`,
}

/** Translates errors of the folder or a database; returns any other error unchanged. */
export function explainOpenError(thrown: unknown, folder: string, file: string): unknown {
  if (!(thrown instanceof StorageError))
    return thrown
  const sentence = sentences[thrown.kind]?.(folder, file, thrown.message)
  return sentence === undefined ? thrown : new CannotOpenStudio(sentence, { cause: thrown })
}
