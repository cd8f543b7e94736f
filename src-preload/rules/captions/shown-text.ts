/** What of a text is shown: its words, without the tags that tell a voice how to say them. */

/** Such as [whispers] or [long pause]. */
const tag = / ?\[\p{L}[^[\]\r\n]{0,39}\]/gu
const tagBeforePoint = / ?\[\p{L}[^[\]\r\n]{0,39}\](?=[,.;:!?…，。；：！？])/gu
// Spaces that may not be broken stay.
const spaces = /[[\p{Cc}\p{Zs}]--[\u00A0\u202F]]+/gv

/** Such as (quietly) before what is said: one word, or up to three that begin small. In the middle of words it is part of them. */
const directionFirst = /^[(（](?:\p{L}[\p{L}\p{M}’'\-]*|\p{Ll}[\p{L}\p{M}’'\-]*(?:,? [\p{L}\p{M}’'\-]+){1,2})[)）] ?/u

/** Spaces that may not be broken, and what has no width. Private characters may be drawn. */
const unseen = /^[\p{Z}\p{Cc}\p{DI}\u2800]*$/u

/** Whether nothing of it is seen. */
export const isBlank = (text: string): boolean => unseen.test(text)

/** What is heard of a line of the script: without the directions in parentheses that are before its words. */
export function saidText(text: string): string {
  return shownText(text).split('\n').map(row => row.replace(directionFirst, '')).filter(row => !isBlank(row)).join('\n')
}

/**
 * Rows keep their breaks; spaces are single; a text without words is empty. A row of spaces that may not be broken keeps its place next to
 * words: it was meant to move them.
 */
export function shownText(text: string): string {
  const rows = text.normalize('NFC').split(/\r\n?|[\n\u2028\u2029]/).map(shownRow).filter(row => row !== '')
  return rows.every(isBlank) ? '' : rows.join('\n')
}

/** ASCII with single spaces and without tags: nothing of it is changed. */
const isPlain = /^[\x21-\x5A\x5C-\x7E]+(?: [\x21-\x5A\x5C-\x7E]+)*$/

function shownRow(row: string): string {
  if (isPlain.test(row))
    return row
  const words = row.replaceAll(tagBeforePoint, '').replaceAll(tag, ' ')
  return words.replaceAll(spaces, ' ').replace(/^ /, '').replace(/ $/, '')
}
