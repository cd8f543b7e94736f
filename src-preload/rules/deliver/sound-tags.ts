/** The tags of sound files: which were filled in, and as what ffmpeg writes them. */
import type { Format } from '#contract/presets.ts'
import type { ShowTags, SoundTags } from '#contract/sound-tags.ts'

export const noTags: SoundTags = { title: '', artist: '', album: '', track: '', year: '', comment: '' }

/** Null where none of them is filled in. */
export function showTagsOf({ artist, album, year, comment }: ShowTags): ShowTags | null {
  return [artist, album, year, comment].some(each => each !== '') ? { artist, album, year, comment } : null
}

/** Players list audiobooks apart from music by it, whether or not anything else is filled in. */
export const kindTags = (format: Format): Record<string, string> => format === 'm4b' ? { media_type: '2' } : {}

/** As ffmpeg names them; none for what is empty. */
export function tagsOfSound(tags: SoundTags): Record<string, string> {
  const [number = '', of = ''] = tags.track.split('/')
  const written = {
    title: oneLine(tags.title),
    artist: oneLine(tags.artist),
    album: oneLine(tags.album),
    track: number === '' || of === '' ? number : `${number}/${of}`,
    date: tags.year,
    comment: lines(tags.comment),
  }
  return Object.fromEntries(Object.entries(written).filter(([, value]) => value !== ''))
}

/** No container contains zero bytes, and players show other control characters as boxes. */
function lines(text: string): string {
  return text.toWellFormed().replaceAll(/\r\n?/g, '\n').replaceAll(/[^\P{Cc}\n\t]/gu, '').trim()
}

function oneLine(text: string): string {
  return lines(text).replaceAll(/\s+/gu, ' ')
}
