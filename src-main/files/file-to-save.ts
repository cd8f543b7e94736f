/** What is saved out of the studio. */
import type { SavedContent } from './file-settings.ts'

/** A file that is to be saved: on disk, or a text that is written for it. */
export interface FileToSave {
  readonly name: string
  readonly mime: string
  readonly sizeBytes: number
  readonly at: number
  readonly content: SavedContent | { readonly text: string }
  /** What its bytes must have, where that is known. */
  readonly sha256?: string
}

/** What was prepared for one download: several files come as an archive with this name, which for a bundle is a tar. */
export interface SavedFiles { readonly name: string, readonly files: readonly FileToSave[], readonly isBundle?: boolean }
