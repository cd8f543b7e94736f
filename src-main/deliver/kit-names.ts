/** Names of files in the folders of a kit: readable, valid on every system and in every edit list, all different. */
import { numberedFileBase, safeFileBase } from '../base/file-name.ts'

const most = 60

/** Answers paths with slashes, each another one. */
export function inKit(folder: string): (title: string, extension: string) => string {
  const taken = new Set<string>()
  return (title, extension) => {
    // MLT reads `%` as the number of an image sequence, and `#` ends the path of a URL.
    const base = safeFileBase(Array.from(title.replaceAll(/[%#]/g, ' ')).slice(0, most).join(''))
    const letters = extension.replaceAll(/\W/g, '').slice(0, 10)
    for (let count = 1; ; count++) {
      const name = `${numberedFileBase(base, count)}${letters === '' ? '' : `.${letters}`}`
      const folded = name.normalize('NFC').toLowerCase()
      if (taken.has(folded))
        continue
      taken.add(folded)
      return `${folder}/${name}`
    }
  }
}
