/** The language of the command line: that of the system, as other programs of a terminal have it. */
import type { TextLanguage } from '#contract/words.ts'
import process from 'node:process'

/** By the variables of POSIX, the first that is set; `locale` where none is, as on Windows. */
export function languageOfSystem(env: Readonly<Record<string, string | undefined>>, locale: string): TextLanguage {
  const named = [env.LC_ALL, env.LC_MESSAGES, env.LANG].find(value => value !== undefined && value !== '') ?? locale
  return named.toLowerCase().startsWith('zh') ? 'zh' : 'en'
}

export function systemLanguage(): TextLanguage {
  return languageOfSystem(process.env, new Intl.DateTimeFormat().resolvedOptions().locale)
}
