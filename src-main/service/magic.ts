/** Which of the formats that are known may be an answer; what the service calls it is not believed. */
import type { Sniffed } from '../base/magic.ts'
import { isUtf8, sniff } from '../base/magic.ts'

export type Found = Pick<Sniffed, 'mime' | 'extension'>

const pictures: ReadonlySet<string> = new Set(['png', 'jpg', 'webp', 'gif', 'avif', 'bmp'])
const sounds: ReadonlySet<string> = new Set(['wav', 'flac', 'ogg', 'mp3', 'aac'])

/** As many first bytes as these functions look at. */
export const headLength = 32

export function pictureOf(head: Uint8Array): Found | null {
  const found = sniff(head.subarray(0, headLength))
  return found && pictures.has(found.extension) ? named(found) : null
}

/** `mayBeRaw`: bare samples are possible, so only unmistakable signatures count. */
export function soundOf(head: Uint8Array, { mayBeRaw }: { readonly mayBeRaw: boolean }): Found | null {
  // A tag before the sound may be longer than the head; MP3 is what such files nearly always are.
  if (startsWith(head, 'ID3'))
    return { mime: 'audio/mpeg', extension: 'mp3' }
  if (isMp4(head))
    return { mime: 'audio/mp4', extension: 'm4a' }
  const found = sniff(head.subarray(0, headLength))
  // The sync words of MP3 and AAC are a few bits only and also begin ordinary raw sound.
  const isWeak = found?.extension === 'mp3' || found?.extension === 'aac'
  return found && sounds.has(found.extension) && !(mayBeRaw && isWeak) ? named(found) : null
}

/** The `ftyp` box at byte 4 that every MP4 begins with (ISO/IEC 14496-12 §4.3). */
export function isMp4(head: Uint8Array): boolean {
  return startsWith(head.subarray(4), 'ftyp')
}

/** Text of a kind that no medium is: JSON, HTML, plain words. A last letter that is cut is forgiven. */
export function looksLikeText(head: Uint8Array): boolean {
  const hasControls = head.some(byte => byte < 0x09 || (byte > 0x0D && byte < 0x20) || byte === 0x7F)
  return head.length > 0 && !hasControls && isUtf8(head)
}

function startsWith(bytes: Uint8Array, word: string): boolean {
  return Buffer.from(bytes.subarray(0, word.length)).toString('latin1') === word
}

function named({ mime, extension }: Sniffed): Found {
  return { mime, extension }
}
