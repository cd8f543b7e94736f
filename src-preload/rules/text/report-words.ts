/** What the reports of a delivery say, by language. */
import { reports as en } from './reports/en.ts'
import { reports as zh } from './reports/zh.ts'

export const reportWordsIn = { en, zh }
