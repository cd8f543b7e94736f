/** The default title of a take in lists. */
import { withoutDirections } from '#contract/words.ts'

/** The first words of a text, on one line and at most 80 characters; empty for a text without words. */
export function titleOf(text: string): string {
  const line = withoutDirections(text).trim().replace(/\s+/g, ' ')
  const characters = [...line]
  return characters.length <= 80 ? line : `${characters.slice(0, 79).join('').trimEnd()}…`
}

const mediaEnding = /\.(?:wav|mp3|m4a|aac|flac|ogg|oga|opus|weba?m|mp4|mov|m4v|mkv|avi|aiff?|caf|wma)$/i

/** What is made from a file is named after it: `interview.mp4` gives `interview`. Empty for an empty title. */
export function titleOfSource(title: string): string {
  return title.replace(mediaEnding, '') || title
}
