/** Names of the caption files that are next to a delivery: by language and form, none twice. */
import { safeFileBase } from '../../base/file-name.ts'

/** Together with the delivery's name it must stay below what file systems allow. */
const shortened = (name: string): string => Array.from(name).slice(0, 12).join('')

interface LanguageFiles {
  /** BCP 47; empty when not said. */
  readonly language: string
  readonly name: string
  /** By form: `srt`, `vtt`, `ass`. */
  readonly texts: Readonly<Record<string, string>>
}

/** What follows the delivery's name: `srt`, or with several languages `en.srt`, `de.srt`. */
export function captionFilesOf(languages: readonly LanguageFiles[]): { extension: string, text: string }[] {
  const taken = new Set<string>()
  return languages.flatMap(({ language, name, texts }, index) => {
    const wish = languages.length === 1 ? '' : `${shortened(safeFileBase(language || name || String(index + 1)))}.`
    const own = taken.has(wish.toLowerCase()) ? `${index + 1}.` : wish
    taken.add(wish.toLowerCase())
    return Object.entries(texts).map(([form, text]) => ({ extension: `${own}${form}`, text }))
  })
}
