/**
 * No sentence of English leaves main for a person: what main says in `said` and `reason` is a code of `found.ts`, the words of a service
 * or a program, or data. Logs, errors for developers and the command line are in English.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const files = readdirSync('src-main', { recursive: true, withFileTypes: true })
  .filter(entry => entry.isFile() && entry.name.endsWith('.ts') && !entry.parentPath.includes('practice'))
  .map(entry => join(entry.parentPath, entry.name))
/** Two words or more after `said:`, `reason:` or as the words of a failure. */
const sentence = /\b(?:said|reason): (?:'\w+ [^']*'|`\w+ [^`]*`)|failureOf\('[\w-]+', ?(?:'\w+ |`\w+ )/

/** Said in English by what is not for the screen. */
const forOthers: Readonly<Record<string, string>> = {
  'src-main/service/wire/answer-parser.ts': 'errors of the HTTP reader',
}

it('what main says to a person is a code, or the words of somebody else', () => {
  const said = files.flatMap(file => readFileSync(file, 'utf8').split('\n').flatMap((line, index) =>
    sentence.test(line) ? [{ file, line: `${index + 1}: ${line.trim()}` }] : []))
  expect(said.filter(({ file }) => !(file in forOthers))).toEqual([])
  expect(Object.keys(forOthers).filter(file => !said.some(each => each.file === file)), 'exceptions that are not needed').toEqual([])
})
