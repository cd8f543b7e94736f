/** Saves files out of the studio under a path that the user chose: one as it is, several as one archive; whole or not at all. */
import type { FileToSave, SavedFiles } from './file-to-save.ts'
import type { SaveWork } from './saves.ts'
import { constants, createReadStream, createWriteStream } from 'node:fs'
import { copyFile, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Fault } from '#contract/faults.ts'
import { placeFile } from '../base/atomic-file.ts'
import { errnoOf } from '../base/errno.ts'
import { newId } from '../base/ids.ts'
import { downloadOf, lengthOf, readFrom } from './saved-media.ts'

/**
 * Writes next to `path`, and gives it its name once it is whole. Replaces a file that is there, which the user has agreed to.
 * @throws Fault disk-full; what the signal aborted leaves nothing
 */
export async function saveToFile(
  path: string,
  what: SavedFiles,
  { save, freeBytes }: { readonly save: SaveWork, readonly freeBytes: (path: string) => Promise<number> },
): Promise<void> {
  const neededBytes = lengthOf(what)
  const free = await freeBytes(dirname(path))
  if (free < neededBytes)
    throw new Fault('disk-full', { neededBytes, freeBytes: free })
  // Without the name of the file, which may be as long as the disk allows.
  const part = join(dirname(path), `.${newId()}.part`)
  try {
    const [first] = what.files
    if (what.files.length === 1 && first && !what.isBundle)
      await writeContent(first.content, part, save)
    else
      await write(downloadOf(what).read(), part, save)
    await placeFile(part, path)
  }
  catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

/** Copies to a new file. Volumes that can share bytes share them, which takes no time. */
async function copyCounted(from: string, to: string, save: SaveWork): Promise<void> {
  save.signal.throwIfAborted()
  try {
    await copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE_FORCE)
    save.onBytes((await stat(to)).size)
  }
  catch (error) {
    if (errnoOf(error) === 'EEXIST')
      throw error
    const bytes = createReadStream(from, { highWaterMark: 256 * 1024 })
    await write(bytes, to, save)
  }
}

/** Writes a new file. */
export async function writeContent(content: FileToSave['content'], to: string, save: SaveWork): Promise<void> {
  if ('path' in content && content.pieces === undefined)
    await copyCounted(content.path, to, save)
  else
    await write(readFrom({ content }), to, save)
}

async function write(bytes: AsyncIterable<Uint8Array>, to: string, save: SaveWork): Promise<void> {
  await pipeline(Readable.from(counted(bytes, save)), createWriteStream(to, { flags: 'wx' }), { signal: save.signal })
}

async function* counted(bytes: AsyncIterable<Uint8Array>, { onBytes }: SaveWork): AsyncGenerator<Uint8Array, void, void> {
  for await (const piece of bytes) {
    yield piece
    onBytes(piece.byteLength)
  }
}
