/** Settings in files that leave, by format: how they get in, how they are found again, and what the file was before. */
import type { EmbeddedNote, FileBytes, Format, Piece } from './file-bytes.ts'
import { Buffer } from 'node:buffer'
import { open } from 'node:fs/promises'
import { bytesOf, mostSettingsBytes } from './file-bytes.ts'
import { flac } from './flac.ts'
import { jpeg } from './jpeg.ts'
import { mp3 } from './mp3.ts'
import { mp4 } from './mp4.ts'
import { png } from './png.ts'
import { wav } from './wav.ts'

/** Others either have no place for it or are too seldom made. */
const formats: Readonly<Record<string, Format>> = {
  'image/png': png,
  'image/jpeg': jpeg,
  'audio/wav': wav,
  'audio/mpeg': mp3,
  'audio/flac': flac,
  'audio/mp4': mp4,
  'video/mp4': mp4,
  'video/quicktime': mp4,
}

/** Null for a format that has no place for settings. */
async function asked<Answer>(
  path: string,
  mime: string,
  ask: (format: Format, file: FileBytes) => Promise<Answer | null>,
): Promise<Answer | null> {
  const format = formats[mime]
  if (!format)
    return null
  const file = await open(path)
  try {
    return await ask(format, await bytesOf(file))
  }
  finally {
    await file.close()
  }
}

/** What is written in place of the file; null where it leaves as it is. @throws errors of the disk */
export async function withSettings(path: string, mime: string, note: EmbeddedNote): Promise<Piece[] | null> {
  return Buffer.byteLength(note.settings) > mostSettingsBytes ? null : asked(path, mime, (format, file) => format.put(file, note))
}

/**
 * The bytes of the file before `withSettings` wrote these words into it, with settings; null where it has none.
 * @throws errors of the disk
 */
export function withoutSettings(path: string, mime: string, words: string): Promise<Piece[] | null> {
  return asked(path, mime, (format, file) => format.strip(file, words))
}

/** As they were written, which anybody may have done. @throws errors of the disk */
export function settingsIn(path: string, mime: string): Promise<string | null> {
  return asked(path, mime, (format, file) => format.find(file))
}
