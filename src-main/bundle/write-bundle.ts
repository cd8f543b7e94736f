/** The files of a bundle, in their order, ready to be saved. The same project gives the same bytes, whichever studio it is in. */
import type { ProjectId } from '#contract/words.ts'
import type { FileToSave, SavedFiles } from '../files/file-to-save.ts'
import type { BundleManifest } from './bundle-format.ts'
import type { GatherPorts } from './gather.ts'
import { Buffer } from 'node:buffer'
import { AssetId } from '#contract/words.ts'
import { safeFileBase } from '../base/file-name.ts'
import { sha256 } from '../base/hash.ts'
import { newestVersion } from '../storage/migrate.ts'
import { libraryMigrations } from '../storage/migrations/library/index.ts'
import { bundleEnding, bundleFormat, bundleVersion, documentName, manifestName, mediaName } from './bundle-format.ts'
import { gatherProject } from './gather.ts'
import { numberedId, ownIds, replaceIds } from './new-ids.ts'

/** @throws Fault not-found */
export async function bundleFiles(ports: GatherPorts, projectId: ProjectId): Promise<SavedFiles & { readonly missing: string[] }> {
  const { document, files, missing } = await gatherProject(ports, projectId)
  const numbers = new Map(ownIds(document).map((id, index) => [id, numberedId(index + 1)]))
  const text = replaceIds(JSON.stringify(document), numbers)
  const media = files.map(({ id, path, sizeBytes }) => ({ name: mediaName(id), sizeBytes, sha256: id, content: { path } }))
  const project = { name: documentName, sizeBytes: Buffer.byteLength(text), sha256: sha256(text), content: { text } }
  const listed = [project, ...media]
  const manifest: BundleManifest = {
    format: bundleFormat,
    version: bundleVersion,
    libraryVersion: newestVersion(libraryMigrations),
    files: listed.map(({ name, sizeBytes, sha256: hash }) => ({ name, sizeBytes, sha256: AssetId.parse(hash) })),
  }
  const list = JSON.stringify(manifest)
  const all: Omit<FileToSave, 'mime' | 'at'>[] = [
    { name: manifestName, sizeBytes: Buffer.byteLength(list), content: { text: list } },
    ...listed,
  ]
  return {
    name: `${safeFileBase(document.name)}${bundleEnding}`,
    files: all.map(file => ({ ...file, mime: 'application/octet-stream', at: 0 })),
    missing,
    isBundle: true,
  }
}
