/** Which files a field takes, by medium and by the names people know. */
import type { Field } from '#contract/models.ts'
import type { Medium } from '#contract/words.ts'

/** The media that a field takes, by its MIME types; all of them when it names none. */
export function mediaAccepted(field: Pick<Field, 'accepts'>): ReadonlySet<Medium> {
  const media: Record<string, Medium> = { audio: 'audio', image: 'picture', video: 'video', text: 'text' }
  return new Set((field.accepts ?? ['audio/*', 'image/*', 'video/*']).flatMap(mime => media[mime.split('/')[0] ?? ''] ?? []))
}

const known: Record<string, string> = {
  'audio/mpeg': 'MP3',
  'audio/wav': 'WAV',
  'audio/x-wav': 'WAV',
  'audio/vnd.wave': 'WAV',
  'audio/mp4': 'M4A',
  'audio/x-m4a': 'M4A',
  'video/quicktime': 'MOV',
  'video/x-matroska': 'MKV',
  'image/jpeg': 'JPEG',
  'image/webp': 'WebP',
  'audio/webm': 'WebM',
  'video/webm': 'WebM',
}

/** `PNG, JPEG, WebP`; empty when the field takes anything. */
export function typeNames(field: Pick<Field, 'accepts'>): string {
  return [
    ...new Set((field.accepts ?? []).map(mime => known[mime] ?? (mime.split('/')[1] ?? mime).replace(/^x-/, '').toUpperCase())),
  ].join(', ')
}

/** Is a file of this type certainly not what the field takes? Without a type only its bytes can tell. */
export function isOfWrongType(field: Pick<Field, 'accepts'>, mime: string): boolean {
  if (field.accepts === null || mime === '' || field.accepts.includes(mime))
    return false
  // Systems name sounds and films in many ways; a still has one name, so that a GIF is known to be none of PNG, JPEG or WebP.
  return mime.startsWith('image/') || ![...field.accepts].some(accepted => accepted.split('/')[0] === mime.split('/')[0]
    || (accepted.startsWith('audio/') && mime.startsWith('video/')))
}
