/** The language of the command line is that of the system. */
import { expect, it } from 'vitest'
import { languageOfSystem } from '../../../src-main/commands/system-language.ts'

it.each([
  [{}, 'en-GB', 'en'],
  [{}, 'zh-CN', 'zh'],
  [{ LANG: 'zh_CN.UTF-8' }, 'en-US', 'zh'],
  [{ LANG: 'C.UTF-8' }, 'zh-CN', 'en'],
  [{ LANG: 'zh_TW.UTF-8', LC_MESSAGES: 'de_DE.UTF-8' }, 'zh-CN', 'en'],
  [{ LANG: 'de_DE.UTF-8', LC_MESSAGES: 'de_DE.UTF-8', LC_ALL: 'zh_CN.UTF-8' }, 'en-US', 'zh'],
  [{ LC_ALL: '', LANG: 'zh_CN.UTF-8' }, 'en-US', 'zh'],
] as const)('%j on a system in %s is %s', (env, locale, language) => {
  expect(languageOfSystem(env, locale)).toBe(language)
})
