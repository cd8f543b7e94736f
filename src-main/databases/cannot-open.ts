/** Explains why a studio cannot be opened, in a sentence with the next step. Nothing has been changed when this is thrown. */
import { StorageError } from '../storage/storage-error.ts'

export class CannotOpenStudio extends Error {
  override readonly name = 'CannotOpenStudio'
}

const sentences: Partial<Record<StorageError['kind'], (folder: string, file: string) => string>> = {
  locked: folder => `Another Takeroom has the studio folder ${folder} open. Close it first, or choose another folder with --folder.`,
  corrupt: (folder, file) => `The file ${file} in ${folder} is damaged and could not be put together again; it was not written to. `
    + `Copies from before each upgrade lie in ${folder}/backups. Move ${file} aside (keep it) and start again: what can be known without it is put together from the rest; your takes are in ${folder}/assets.`,
  newer: (folder, file) => `The file ${file} in ${folder} was written by a newer Takeroom. Update Takeroom and start again; nothing was changed.`,
  full: folder => `There is no room left on the disk that holds ${folder}. Make some room and start again; nothing was lost.`,
  readonly: folder => `Takeroom may not write to ${folder}. Give it the right to, or choose another folder with --folder.`,
  io: folder => `The disk answers with errors for ${folder}. Check that it is connected and healthy, then start again; nothing was changed.`,
}

/** Translates errors of the folder or a database; returns any other error unchanged. */
export function explainOpenError(thrown: unknown, folder: string, file: string): unknown {
  if (!(thrown instanceof StorageError))
    return thrown
  const sentence = sentences[thrown.kind]?.(folder, file)
  return sentence === undefined ? thrown : new CannotOpenStudio(sentence, { cause: thrown })
}
