/** The templates of new projects in each language. */
import type { TemplateChoice } from '#contract/projects.ts'
import type { ProjectTemplate } from './template.ts'
import { chinese } from './chinese.ts'
import { english } from './english.ts'

const inLanguage = { en: english, zh: chinese }

export function templateOf({ id, language }: TemplateChoice): ProjectTemplate {
  return inLanguage[language][id]
}
