/** Detects the type of an uploaded file by its first bytes; its name and content type are ignored. */

export type FileKind = 'wav' | 'mp3' | 'm4a' | 'ogg' | 'webm' | 'flac' | 'png' | 'jpeg' | 'webp' | 'gif' | 'bmp'

export const audioKinds = ['wav', 'mp3', 'm4a', 'ogg', 'webm', 'flac'] as const satisfies readonly FileKind[]
export const pictureKinds = ['png', 'jpeg', 'webp', 'gif', 'bmp'] as const satisfies readonly FileKind[]

const signatures: readonly (readonly [FileKind, (bytes: Buffer) => boolean])[] = [
  ['wav', bytes => at(bytes, 0, 'RIFF') && at(bytes, 8, 'WAVE')],
  ['webp', bytes => at(bytes, 0, 'RIFF') && at(bytes, 8, 'WEBP')],
  ['m4a', bytes => at(bytes, 4, 'ftyp')],
  ['ogg', bytes => at(bytes, 0, 'OggS')],
  ['flac', bytes => at(bytes, 0, 'fLaC')],
  ['webm', bytes => at(bytes, 0, '\x1A\x45\xDF\xA3')],
  ['png', bytes => at(bytes, 0, '\x89PNG')],
  ['jpeg', bytes => at(bytes, 0, '\xFF\xD8\xFF')],
  ['gif', bytes => at(bytes, 0, 'GIF8')],
  ['bmp', bytes => at(bytes, 0, 'BM')],
  ['mp3', bytes => at(bytes, 0, 'ID3') || (bytes[0] === 0xFF && ((bytes[1] ?? 0) & 0xE6) === 0xE2)],
]

/** Null for bytes of no known type. */
export function fileKind(bytes: Buffer): FileKind | null {
  return signatures.find(([, matches]) => matches(bytes))?.[0] ?? null
}

function at(bytes: Buffer, offset: number, letters: string): boolean {
  return bytes.subarray(offset, offset + letters.length).equals(Buffer.from(letters, 'latin1'))
}
