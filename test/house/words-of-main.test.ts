/**
 * No sentence of English leaves main for a person: what main says in `said` and `reason`, and why a studio does not open, is a code, the
 * words of a service or a program, or data; a native dialog and the command line take their words from the texts. Logs and errors for
 * developers are in English.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const files = readdirSync('src-main', { recursive: true, withFileTypes: true })
  .filter(entry => entry.isFile() && entry.name.endsWith('.ts') && !entry.parentPath.includes('practice'))
  .map(entry => join(entry.parentPath, entry.name))
/** Two words or more after `said:`, `reason:`, as the words of a failure, or of an error that is shown. */
const sentence = /\b(?:said|reason): (?:'\w+ [^']*'|`\w+ [^`]*`)|failureOf\('[\w-]+', ?(?:'\w+ |`\w+ )|new CannotOpen\w*\(\s*(?:'[^']* |`)/g
/** What a dialog shows: the texts of a language, or a sentence that is made of them. */
const dialog = /\b(?:show(?:CannotOpen|FatalError|NotSaved)\(texts\(\), |refuseStart\()(?!texts\(\)\.|cannotOpenIn\(|thrown\.sentenceIn\(|sentence\b|reference\b|name\b)[^\n]*|showErrorBox\((?!texts\.)[^\n]*/g

/** Three words or more in what a command prints, or in why it ends. */
const ofCommand = /(?<!socket\.)\b(?:print|say|line|end|abort|CannotDeliver|UsageError|CertificateError|CommandError)\(\s*(?:[\w.]+, )?(?:'[^'\n]*\w \w+ \w[^'\n]*'|`[^`]*\w \w+ \w[^`]*`)/g

/** Said in English by what is not for the screen. */
const forOthers: Readonly<Record<string, string>> = {
  'src-main/service/wire/answer-parser.ts': 'errors of the HTTP reader',
}

function saidIn(files: readonly string[], pattern: RegExp): { readonly file: string, readonly line: string }[] {
  return files.flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    return [...text.matchAll(pattern)].map(({ 0: said, index }) => ({ file, line: `${text.slice(0, index).split('\n').length}: ${said}` }))
  })
}

it('what main says to a person is a code, or the words of somebody else', () => {
  const said = saidIn(files, sentence)
  expect(said.filter(({ file }) => !(file in forOthers))).toEqual([])
  expect(Object.keys(forOthers).filter(file => !said.some(each => each.file === file)), 'exceptions that are not needed').toEqual([])
})

it('what a native dialog says is of the texts', () => {
  const electron = files.filter(file => file.startsWith(join('src-main', 'hosts', 'electron')))
  expect(saidIn(electron, dialog)).toEqual([])
  // An error for developers has no words of the texts: it would be shown by its message.
  expect(saidIn(electron, /new Error\(texts[^\n]*/g)).toEqual([])
})

it('what a command says is of the texts', () => {
  const folders = [join('src-main', 'commands'), join('src-main', 'hosts', 'web')]
  const commands = files.filter(file => folders.some(folder => file.startsWith(folder)))
  expect(commands.length).toBeGreaterThan(20)
  expect(saidIn(commands, ofCommand)).toEqual([])
})
