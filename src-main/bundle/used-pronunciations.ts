/** Which entries of the studio's dictionary the lines of a project use: they come along as its own. */
import type { Pronunciation } from '#contract/script.ts'
import type { Speaking } from '../script/line-rows.ts'
import type { ScriptVersion } from '../script/script-version.ts'
import { languageOfSpeaker } from '#rules/script/line-language.ts'
import { saidOf } from '#rules/script/pronounce.ts'
import { isSpoken } from '#rules/script/script-lines.ts'

type Line = Pick<ScriptVersion['lines'][number], 'speaker' | 'text' | 'direction' | 'role' | 'language'>

/**
 * The project's own entries, and those of the studio by which a word of these lines is said. Where the project has one for the word, that
 * of the studio is left out: as the project's, it would count as much.
 */
export function usedPronunciations(lines: readonly Line[], { pronunciations, castings, languages }: Speaking): Pronunciation[] {
  // Each entry is said as its id, so that what is said tells which ones count.
  const byId = pronunciations.map(entry => ({ ...entry, alias: entry.id }))
  const used = new Set<string>()
  for (const line of lines.filter(isSpoken)) {
    const casting = castings.find(each => each.speaker === line.speaker) ?? null
    const spokenIn = line.language ?? languageOfSpeaker(line.speaker, casting, languages)
    for (const { alias } of saidOf(line.text, byId, spokenIn).places)
      used.add(alias)
  }
  const kept = pronunciations.filter(entry => entry.projectId !== null || used.has(entry.id))
  // Of entries for one word that count the same, the last one does: that is the project's.
  const rank = (entry: Pronunciation): number => entry.projectId === null ? 0 : 1
  return [...Map.groupBy(kept, entry => entry.word).values()].flatMap(same => same.toSorted((a, b) => rank(a) - rank(b)))
}
