/** The files of a drop, with all of those of dropped folders: the browser gives their names, and reads none of them before it is sent. */

/** A file or a folder of a drop that the browser could not read. */
export interface Unread { readonly name: string, readonly reason: string }

export interface Dropped { readonly files: readonly File[], readonly unread: readonly Unread[] }

/** Call it while the drop is handled: its folders cannot be opened later. Never rejects. */
export async function droppedFiles(transfer: DataTransfer): Promise<Dropped> {
  const entries = [...transfer.items].flatMap(item => item.kind === 'file' ? item.webkitGetAsEntry() ?? [] : [])
  if (!entries.some(isFolder))
    return { files: [...transfer.files], unread: [] }
  const found: Found = { files: [], unread: [] }
  await addFiles(entries, found)
  return found
}

interface Found { readonly files: File[], readonly unread: Unread[] }

/** What cannot be read is named, and keeps nothing else out. */
async function addFiles(entries: readonly FileSystemEntry[], found: Found): Promise<void> {
  for (const entry of entries) {
    const failed = (cause: unknown): void =>
      void found.unread.push({ name: entry.name, reason: cause instanceof Error ? cause.message : '' })
    if (isFolder(entry)) {
      await addFiles(await entriesOf(entry, failed), found)
    }
    // Files that systems put into folders by themselves.
    else if (!entry.name.startsWith('.') && entry.name !== 'Thumbs.db') {
      const reading = new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject)) // Not a folder.
      await reading.then(file => found.files.push(file), failed)
    }
  }
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory
}

/** A reader gives a hundred at a time, and none at the end. What was read before it failed counts. */
async function entriesOf(folder: FileSystemDirectoryEntry, failed: (cause: unknown) => void): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const reading = new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    const some = await reading.catch((cause: unknown) => {
      failed(cause)
      return []
    })
    if (some.length === 0)
      return all
    all.push(...some)
  }
}
