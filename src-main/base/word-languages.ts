/**
 * In which language words are, by how often their letters follow each other. Its tables take 140 MB of memory, and most texts say their
 * language otherwise, so they are loaded by the first text that does not.
 */
import type { WordLanguages } from '#rules/script/detect-language.ts'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const load = createRequire(import.meta.url)
let loaded: WordLanguages | null = null

function read(): WordLanguages {
  // The package names its file for imports alone, and an import cannot be waited for here.
  const { eld } = load(fileURLToPath(import.meta.resolve('eld/small'))) as typeof import('eld/small')
  return eld
}

export const wordLanguages: WordLanguages = {
  detect(text) {
    loaded ??= read()
    return loaded.detect(text)
  },
}
