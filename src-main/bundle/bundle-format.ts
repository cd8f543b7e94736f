/**
 * A bundle: one project with its media in one tar archive. First its manifest, which lists every other file with its hash, then
 * `project.json`, then each file of the library under its hash. It comes from anywhere, so all of it is checked.
 */
import type { FaultData } from '#contract/faults.ts'
import { z } from 'zod'
import { Fault } from '#contract/faults.ts'
import { ProjectFolder } from '#contract/projects.ts'
import { ColourName } from '#contract/script.ts'
import { AssetId, Name, ProjectId, SoundChoice, TakeId } from '#contract/words.ts'
import { AssetRow } from '../library/asset-rows.ts'
import { ProjectVersion } from '../snapshots/project-version.ts'
import { Count } from '../storage/table.ts'

export const bundleFormat = 'takeroom-project'
export const bundleVersion = 1
export const bundleEnding = '.takeroom'
export const manifestName = 'bundle.json'
export const documentName = 'project.json'
/** The largest projects have some thousand takes. */
export const most = { files: 200_000, manifestBytes: 64 * 2 ** 20, documentBytes: 128 * 2 ** 20 } as const

const Sha256 = AssetId

export const BundleManifest = z.object({
  format: z.literal(bundleFormat),
  version: z.int().min(1),
  /** The migration that its rows are of. */
  libraryVersion: z.int().min(1),
  files: z.array(z.object({ name: z.string(), sizeBytes: Count, sha256: Sha256 })).max(most.files),
})
export type BundleManifest = z.infer<typeof BundleManifest>

export const BundledAsset = z.object({
  id: AssetId,
  sizeBytes: Count,
  /** What it is, where the studio that the bundle is of did not have it. Null: it is in the bundle, and is looked at here. */
  missing: z.object({
    mime: z.string().max(200).regex(/^(?:audio|video|image)\/(?!svg)[\w.+-]+$|^application\/(?:json|octet-stream)$|^text\/(?:plain|vtt)$/),
    extension: AssetRow.shape.extension,
  }).nullable(),
  heard: SoundChoice.nullable(),
})
export type BundledAsset = z.infer<typeof BundledAsset>

/** A row as it is stored: columns by their names. */
export const StoredRow = z.record(z.string(), z.union([z.string(), z.number(), z.null()]))
export type StoredRow = z.infer<typeof StoredRow>

export const BundleDocument = z.object({
  id: ProjectId,
  name: Name,
  folder: ProjectFolder,
  coverTakeId: TakeId.nullable(),
  /** Absent where no person chose one. */
  colour: ColourName.optional().catch(undefined),
  /** It is kept as a template. */
  isTemplate: z.literal(true).optional(),
  version: ProjectVersion,
  assets: z.array(BundledAsset).max(most.files),
  /** By table. */
  rows: z.record(z.string(), z.array(StoredRow)),
})
export type BundleDocument = z.infer<typeof BundleDocument>

export function mediaName(id: AssetId): string {
  return `media/${id}`
}

/** What the user is told of a file that is no bundle, or not a whole one. */
export function badBundle(problem: FaultData<'bad-bundle'>['problem'], name = '', cause?: unknown): Fault<'bad-bundle'> {
  return new Fault('bad-bundle', { problem, name: name.slice(0, 200) }, { cause })
}
