/** A backup as somebody left it who had it in their hands: files changed, and the manifest's hashes made good again. */
import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { extract, pack } from 'tar-stream'
import { makeFolder } from './folder.ts'

/** Runs the statements on the ledger in the backup. Answers the path of the changed backup. */
export async function tamperedBackup(path: string, statements: string): Promise<string> {
  const folder = await makeFolder()
  const files = new Map<string, Buffer>()
  for await (const entry of createReadStream(path).pipe(extract())) {
    const pieces: Buffer[] = []
    for await (const piece of entry)
      pieces.push(Buffer.from(piece as Uint8Array))
    files.set(entry.header.name, Buffer.concat(pieces))
  }
  const ledgerPath = join(folder, 'ledger.db')
  await writeFile(ledgerPath, files.get('ledger.db')!)
  const db = new DatabaseSync(ledgerPath)
  db.exec(statements)
  db.close()
  const ledger = await readFile(ledgerPath)
  files.set('ledger.db', ledger)
  const manifest = JSON.parse(files.get('manifest.json')!.toString()) as { files: { name: string, sizeBytes: number, sha256: string }[] }
  const listed = manifest.files.find(file => file.name === 'ledger.db')!
  listed.sizeBytes = ledger.length
  listed.sha256 = createHash('sha256').update(ledger).digest('hex')
  files.set('manifest.json', Buffer.from(JSON.stringify(manifest)))
  const tar = pack()
  for (const [name, bytes] of files)
    tar.entry({ name, mtime: new Date(0) }, bytes)
  tar.finalize()
  const pieces: Buffer[] = []
  for await (const piece of tar)
    pieces.push(Buffer.from(piece as Uint8Array))
  const changed = join(folder, 'tampered.tar')
  await writeFile(changed, Buffer.concat(pieces))
  return changed
}
