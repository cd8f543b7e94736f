/** What a kit and its timeline files say, by language. */
import { kitWords as en } from './kit/en.ts'
import { kitWords as zh } from './kit/zh.ts'

export const kitWordsIn = { en, zh }
