/** What the set-up and the command say by themselves: in the language of the system, and the same texts in each. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { languageOfSystem } from '../../src-main/commands/system-language.ts'

type Texts = Readonly<Record<string, Readonly<Record<string, unknown>>>>

const bin = fileURLToPath(new URL('../../bin', import.meta.url))
const { textsOf, languageOf } = await import(pathToFileURL(join(bin, 'texts.mjs')).href) as { // Ours.
  textsOf: { readonly en: Texts, readonly zh: Texts }
  languageOf: typeof languageOfSystem
}

/** Each text with samples for its data. */
function flat(texts: unknown, path = ''): [string, string][] {
  if (typeof texts === 'function')
    return [[path, (texts as (...data: string[]) => string)('‹1›', '‹2›', '‹3›')]]
  return typeof texts === 'object' && texts !== null
    ? Object.entries(texts).flatMap(([name, inner]) => flat(inner, `${path}.${name}`))
    : [[path, String(texts)]]
}

describe('texts of the set-up', () => {
  it('are the same in both languages, with the same data', () => {
    const [en, zh] = [flat(textsOf.en), flat(textsOf.zh)]
    const dataIn = ([path, text]: [string, string]): string => `${path} ${[...text.matchAll(/‹\d›/g)].map(([mark]) => mark).sort().join('')}`
    expect(zh.map(dataIn)).toEqual(en.map(dataIn))
    expect(zh.filter(([, text]) => !/\p{Script=Han}/u.test(text))).toEqual([])
    expect(en.filter(([, text]) => /\p{Script=Han}/u.test(text))).toEqual([])
  })

  it('are in the language that the command line has, too', () => {
    for (const env of [{}, { LANG: 'zh_CN.UTF-8' }, { LANG: 'zh_CN.UTF-8', LC_ALL: 'C' }, { LC_ALL: '', LC_MESSAGES: 'zh_TW' }]) {
      for (const locale of ['en-US', 'zh-CN'])
        expect(languageOf(env, locale)).toBe(languageOfSystem(env, locale))
    }
  })

  it('say what is missing without each package of the system', () => {
    const names = [...readFileSync(join(bin, 'setup.mjs'), 'utf8').matchAll(/\bname: '([^']+)'/g)].map(([, name]) => name!)
    expect(Object.keys(textsOf.en.setUp!.without as object).sort()).toEqual(names.sort())
  })

  it('are not written elsewhere', () => {
    const said = ['setup', 'takeroom', 'node', 'fetch-electron', 'run-electron', 'steady-fetch'].flatMap((name) => {
      const text = readFileSync(join(bin, `${name}.mjs`), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
      return [...text.matchAll(/\b(?:say|fail|Error|write|inBrowser)\(\s*['`](?!\$\{error)[^'`\n]*\w \w+ \w[^'`\n]*/g)].map(([words]) => `${name}: ${words}`)
    })
    expect(said).toEqual([])
  })
})
