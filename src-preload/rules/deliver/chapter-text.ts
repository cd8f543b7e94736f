/** Chapters as text for the places where films and podcasts are published. */

interface TimedChapter { readonly startMs: number, readonly title: string }

/** Why a platform would not show them: YouTube wants three chapters, the first at 0:00, each of ten seconds. */
type ChapterProblem = 'too-few' | 'not-from-start' | 'too-short'

const fewestChapters = 3
const shortestMs = 10_000

/** In order of time. Empty when YouTube shows them. */
export function youtubeProblems(chapters: readonly TimedChapter[], durationMs: number): ChapterProblem[] {
  const ends = [...chapters.slice(1).map(({ startMs }) => startMs), durationMs]
  return [
    ...(chapters.length < fewestChapters ? ['too-few'] as const : []),
    ...(Math.floor((chapters[0]?.startMs ?? 0) / 1000) > 0 ? ['not-from-start'] as const : []),
    // It counts in whole seconds.
    ...(chapters.some(({ startMs }, at) => wholeSeconds(ends[at] ?? durationMs) - wholeSeconds(startMs) < shortestMs / 1000)
      ? ['too-short'] as const
      : []),
  ]
}

/** For a description on YouTube, Spotify or Vimeo: `0:00 Title`. */
export function chapterList(chapters: readonly TimedChapter[]): string {
  const hasHours = chapters.some(({ startMs }) => startMs >= 3_600_000)
  return chapters.map(({ startMs, title }) => {
    const seconds = wholeSeconds(startMs)
    const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
    const clock = hasHours ? `${hours}:${two(minutes)}` : String(minutes)
    // YouTube takes no angle brackets in descriptions.
    return `${clock}:${two(seconds % 60)} ${oneRow(title).replaceAll('<', '‹').replaceAll('>', '›')}\n`
  }).join('')
}

/** To the millisecond, for notes and other programs: `00:00:00.000 Title`. */
export function exactChapterList(chapters: readonly TimedChapter[]): string {
  return chapters.map(({ startMs, title }) => {
    const [hours, minutes] = [Math.floor(startMs / 3_600_000), Math.floor(startMs / 60_000) % 60]
    return `${two(hours)}:${two(minutes)}:${two(wholeSeconds(startMs) % 60)}.${String(startMs % 1000).padStart(3, '0')} ${oneRow(title)}\n`
  }).join('')
}

/** Podcasting 2.0: https://github.com/Podcastindex-org/podcast-namespace/blob/main/chapters/jsonChapters.md */
export function podcastChapters(chapters: readonly TimedChapter[]): string {
  const written = chapters.map(({ startMs, title }) => ({ startTime: startMs / 1000, title: oneRow(title) }))
  return `${JSON.stringify({ version: '1.2.0', chapters: written }, null, 2)}\n`
}

/** What is in one row; a chapter without words keeps its place by a dash. */
function oneRow(title: string): string {
  return title.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim() || '–'
}

function wholeSeconds(ms: number): number {
  return Math.floor(ms / 1000)
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}
