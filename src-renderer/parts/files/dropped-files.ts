/** The files of a drop, with those of dropped folders. */

/** More than anyone drops by intention; the rest is left out. */
const mostFiles = 1000

/** Call it while the drop is handled: its folders cannot be opened later. */
export function droppedFiles(transfer: DataTransfer): Promise<File[]> {
  const entries = [...transfer.items].flatMap(item => item.kind === 'file' ? item.webkitGetAsEntry() ?? [] : [])
  const plain = [...transfer.files]
  return entries.some(entry => entry.isDirectory) ? filesOf(entries) : Promise.resolve(plain)
}

async function filesOf(entries: readonly FileSystemEntry[], found: File[] = []): Promise<File[]> {
  for (const entry of entries) {
    if (found.length >= mostFiles)
      break
    if (isFolder(entry))
      await filesOf(await entriesOf(entry), found)
    // Files that systems put into folders by themselves.
    else if (!entry.name.startsWith('.') && entry.name !== 'Thumbs.db')
      found.push(await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))) // Not a folder.
  }
  return found
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory
}

/** A reader gives a hundred at a time, and none at the end. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (some.length === 0)
      return all
    all.push(...some)
  }
}
