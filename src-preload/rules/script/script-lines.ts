/** What reading a script gives, how headings are written among lines, and which spellings mean one speaker. */

import type { LineRole } from '#contract/script.ts'

/** Without a role it is speech, or a heading. */
export interface ScriptText {
  readonly speaker: string
  readonly text: string
  readonly direction: string
  readonly role?: LineRole | undefined
  /** Where it is another than that of its speaker and script. */
  readonly language?: string | null | undefined
}

/** A line that comes into the script. */
export interface AddedLine extends ScriptText {
  /** Silence after it; the usual one without. */
  readonly pauseSeconds?: number | undefined
  readonly isMuted?: boolean | undefined
}

/** As many letters as a speaker has. What is longer is no name, and is kept as a direction above the words. */
export const mostOfSpeaker = 100

/** Silence after a line whose pause nobody has set. */
export const usualPauseSeconds = 0.35

export interface ReadingChoices {
  /** Scene headings become markers between the lines; otherwise they are left out. */
  readonly keepsHeadings: boolean
  /** What nobody says, such as `(A chair scrapes.)`, becomes a line that is not spoken; otherwise it is left out. */
  readonly keepsAsides: boolean
  /** Notes of the writer become lines that are not spoken; otherwise they are left out. */
  readonly keepsNotes: boolean
}

export const usualChoices: ReadingChoices = { keepsHeadings: true, keepsAsides: true, keepsNotes: false }

const mark = '# '

/** A marker is a line that nobody speaks and that has no words: its direction holds the heading. */
export function headingLine(heading: string): ScriptText {
  return { speaker: '', text: '', direction: `${mark}${heading}` }
}

/** Null for a line that is no marker. */
export function headingOf({ speaker, text, direction }: ScriptText): string | null {
  return speaker === '' && text === '' && direction.startsWith(mark) ? direction.slice(mark.length).trim() : null
}

/** The lines of a scene: its heading, and what follows to the next one. */
export function sceneFrom<Line extends ScriptText & { readonly id: string }>(
  lines: readonly Line[],
  headingId: Line['id'],
): readonly Line[] {
  const start = lines.findIndex(line => line.id === headingId)
  const next = lines.findIndex((line, index) => index > start && headingOf(line) !== null)
  return start < 0 ? [] : lines.slice(start, next < 0 ? undefined : next)
}

/** Whether somebody speaks it: it is no heading, direction, sound effect or note. */
export function isSpoken(line: ScriptText): boolean {
  return (line.role ?? 'speech') === 'speech' && headingOf(line) === null
}

/** Whether its take is assembled and played with the others. */
export function isHeard(line: ScriptText & { readonly isMuted: boolean }): boolean {
  return !line.isMuted && isSpoken(line)
}

/** Of ASCII, with single spaces within. */
const plainName = /^[\x21-\x7E]+(?: [\x21-\x7E]+)*$/

/** Equal for `anna`, `ANNA` and `Anna `. */
export function speakerKey(name: string): string {
  // Asked for each row of a script, and nearly always of such a name.
  if (plainName.test(name))
    return name.toLowerCase()
  return name.normalize('NFKC').replaceAll(/\s+/gu, ' ').trim().toLowerCase()
}

/** Lines whose speakers are spelled alike are spoken by one: by the spelling that is used most, of equals the first. */
export function withOneSpelling<Line extends ScriptText>(lines: readonly Line[]): Line[] {
  const counts = new Map<string, Map<string, number>>()
  const keys = new Map<string, string>()
  for (const { speaker } of lines) {
    const key = keys.get(speaker) ?? speakerKey(speaker)
    keys.set(speaker, key)
    const spellings = counts.get(key) ?? new Map<string, number>()
    counts.set(key, spellings.set(speaker, (spellings.get(speaker) ?? 0) + 1))
  }
  const mostUsed = (spellings: ReadonlyMap<string, number>): string =>
    [...spellings].reduce((best, one) => one[1] > best[1] ? one : best)[0]
  const chosen = new Map([...counts].map(([key, spellings]) => [key, mostUsed(spellings)]))
  return lines.map(line => ({ ...line, speaker: chosen.get(keys.get(line.speaker) ?? '') ?? line.speaker }))
}

/** Speakers in the order of their first line. What nobody speaks has none. */
export function speakersOf(lines: readonly ScriptText[]): string[] {
  return [...new Set(lines.filter(isSpoken).map(line => line.speaker))]
}

/** Letters before the first combining one are in this form by themselves. */
const mayBeDecomposed = /[\u0300-\uFFFF]/

export function oneRow(text: string): string {
  const composed = mayBeDecomposed.test(text) ? text.normalize('NFC') : text
  // Most gaps are single spaces: to replace them by themselves takes most of the time.
  return composed.replaceAll(/[^\S ]\s*| \s+/gu, ' ').trim()
}
