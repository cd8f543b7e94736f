/** Detects the media format of an answer by its first bytes; the declared content type is not trusted. */
import type { Sniffed } from '../base/magic.ts'
import { isUtf8, sniff } from '../base/magic.ts'

export type MediaFormat = Pick<Sniffed, 'mime' | 'extension'>

const pictures: ReadonlySet<string> = new Set(['png', 'jpg', 'webp', 'gif', 'avif', 'bmp'])
const sounds: ReadonlySet<string> = new Set(['wav', 'flac', 'ogg', 'mp3', 'aac'])

/** How many first bytes these functions need. */
export const headLength = 32

export function pictureOf(head: Uint8Array): MediaFormat | null {
  const detected = sniff(head.subarray(0, headLength))
  return detected && pictures.has(detected.extension) ? named(detected) : null
}

/** `mayBeRaw`: raw samples are possible, so only unambiguous signatures count. */
export function soundOf(head: Uint8Array, { mayBeRaw }: { readonly mayBeRaw: boolean }): MediaFormat | null {
  // The ID3 tag may be longer than the given bytes; a file with one is nearly always an MP3.
  if (startsWith(head, 'ID3'))
    return { mime: 'audio/mpeg', extension: 'mp3' }
  if (isMp4(head))
    return { mime: 'audio/mp4', extension: 'm4a' }
  const detected = sniff(head.subarray(0, headLength))
  // The sync words of MP3 and AAC are only a few bits, which raw samples can also begin with.
  const isWeak = detected?.extension === 'mp3' || detected?.extension === 'aac'
  return detected && sounds.has(detected.extension) && !(mayBeRaw && isWeak) ? named(detected) : null
}

/** A container of video that is known by its first bytes; what it holds is found out by probing. */
export function videoOf(head: Uint8Array): MediaFormat | null {
  if (isMp4(head))
    return { mime: 'video/mp4', extension: 'mp4' }
  const detected = sniff(head)
  return detected?.medium === 'video' ? named(detected) : null
}

/** Whether there is an `ftyp` box at byte 4, as in every MP4 (ISO/IEC 14496-12 §4.3). */
export function isMp4(head: Uint8Array): boolean {
  return startsWith(head.subarray(4), 'ftyp')
}

/** Whether the bytes are text (JSON, HTML, plain) and so not media. A character cut at the end is allowed. */
export function looksLikeText(head: Uint8Array): boolean {
  const hasControls = head.some(byte => byte < 0x09 || (byte > 0x0D && byte < 0x20) || byte === 0x7F)
  return head.length > 0 && !hasControls && isUtf8(head)
}

function startsWith(bytes: Uint8Array, word: string): boolean {
  return Buffer.from(bytes.subarray(0, word.length)).toString('latin1') === word
}

function named({ mime, extension }: Sniffed): MediaFormat {
  return { mime, extension }
}
