/** What a check before a delivery found, in both languages. */
import type { PreflightFinding } from '#contract/deliveries.ts'
import type { TextLanguage } from '#contract/words.ts'
import { findings as en } from './findings/en.ts'
import { findings as zh } from './findings/zh.ts'

const texts = { en, zh }

export function findingIn(language: TextLanguage, { finding, count, example }: PreflightFinding): { what: string, todo: string } {
  return texts[language][finding](count, example)
}
