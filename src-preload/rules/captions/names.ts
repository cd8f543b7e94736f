/** The name of a speaker in front of what is said. */
import { widthOf } from './width.ts'

export function nameOf(speaker: string): string {
  // A name in wide characters takes the wide colon, which includes its space.
  return widthOf(speaker) > widthOf('a') * Array.from(speaker).length ? `${speaker}：` : `${speaker}:`
}

/** The name with which a row begins; empty when it begins with words. */
export function nameBefore(row: string, speaker: string): string {
  return speaker !== '' && row.startsWith(nameOf(speaker)) ? nameOf(speaker) : ''
}
