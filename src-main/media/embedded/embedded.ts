/** Settings in files that leave, by format: how they get in, and how they are found again. */
import type { EmbeddedNote, Format, Piece } from './file-bytes.ts'
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

/** What is written in place of the file; null where it leaves as it is. @throws errors of the disk */
export async function withSettings(path: string, mime: string, note: EmbeddedNote): Promise<Piece[] | null> {
  const format = formats[mime]
  if (!format || Buffer.byteLength(note.settings) > mostSettingsBytes)
    return null
  const file = await open(path)
  try {
    return await format.put(await bytesOf(file), note)
  }
  finally {
    await file.close()
  }
}

/** As they were written, which anybody may have done. @throws errors of the disk */
export async function settingsIn(path: string, mime: string): Promise<string | null> {
  const format = formats[mime]
  if (!format)
    return null
  const file = await open(path)
  try {
    return await format.find(await bytesOf(file))
  }
  finally {
    await file.close()
  }
}
