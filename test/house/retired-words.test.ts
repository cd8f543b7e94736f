/**
 * Words that `resources/words.md` retires are in no text on the screen, in no comment, title of a test or name; and no text has a key or a
 * number's unit written by hand.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, it } from 'vitest'

const table = readFileSync('resources/words.md', 'utf8').split('\n').filter(line => line.startsWith('| '))
const rows = table.map(line => line.split('|').slice(1, -1))
/** The table of words in code has two columns, that of words on the screen five. */
const inCode = rows.filter(row => row.length === 2).map(([first = '']) => first)
/** The words in code format of a column. */
function retired(column: number): string[] {
  return rows.filter(row => row.length > 2).flatMap(row => codeWords(row[column] ?? ''))
}
function codeWords(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].flatMap(([, word]) => word ?? [])
}
const inNames = inCode.filter(text => text.includes('in a name')).flatMap(codeWords)
const inProse = inCode.filter(text => !text.includes('in a name')).flatMap(codeWords)
const english = new RegExp(`\\b(?:${retired(3).join('|')})\\b`, 'i')
const chinese = new RegExp(retired(4).join('|'))

/** Where a retired word has another meaning, which is its right one. */
const another: readonly RegExp[] = [
  /studio folder/gi,
  /--without-films/, // an option, which scripts have written
  /Ctrl\+C/, // of a terminal, where it is no key of ours
  /a short film about a harbour/, // an example of what to ask a model
  /Players show these/,
  /^Film$/, // what is spoken for: the name of a preset of level and tone
  /工作室文件夹/g,
  /扬声器的声音/,
  /自己的声音|授权者的声音|每个声音|我的声音/g,
]
const byHand = /\b(?:Ctrl|Alt|Shift|Cmd)\+|\bEsc\b|\bF\d\b|⌘|\d %|[\w}] …|您|bar at the top|顶部的提示条/

/** What a person sees of a file of texts: its literals, each template as one, without names of properties and what is compared. */
function textsOf(path: string): string[] {
  const texts: string[] = []
  function visit(node: ts.Node): void {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node))
      return
    if (ts.isStringLiteralLike(node) && isShown(node))
      texts.push(node.text)
    else if (ts.isTemplateExpression(node))
      texts.push([node.head.text, ...node.templateSpans.map(span => span.literal.text)].join('{}'))
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true))
  return texts
}
function isShown(node: ts.Node): boolean {
  const { parent } = node
  return !(ts.isPropertyAssignment(parent) && parent.name === node)
    && !ts.isElementAccessExpression(parent)
    && !ts.isCallExpression(parent)
    && !ts.isCaseClause(parent)
    && !(ts.isBinaryExpression(parent) && /^[!=]==/.test(parent.operatorToken.getText()))
}

/** Of the page, and those that main and the command line write, too. */
function textsIn(language: 'en' | 'zh'): string[] {
  const folder = `src-renderer/texts/${language}`
  const shared = 'src-preload/rules/text'
  return [
    ...readdirSync(folder).map(name => `${folder}/${name}`),
    ...readdirSync(shared, { withFileTypes: true }).flatMap(entry => entry.isDirectory() ? `${shared}/${entry.name}/${language}.ts` : []),
  ]
}
const files = {
  en: [...textsIn('en'), 'src-main/hosts/electron/texts.ts', 'src-main/hosts/electron/menu-texts.ts'],
  zh: [...textsIn('zh'), 'src-main/hosts/electron/texts.ts', 'src-main/hosts/electron/menu-texts.ts'],
}
function offenders(language: 'en' | 'zh', pattern: RegExp): string[] {
  return files[language].flatMap(path => textsOf(path)
    .filter(text => pattern.test(another.reduce((rest, allowed) => rest.replace(allowed, ''), text)))
    .map(text => `${path}: ${text}`))
}

it('the page of words names what it retires', () => {
  expect(retired(3).length).toBeGreaterThan(30)
  expect(retired(4).length).toBeGreaterThan(40)
})

it('no English text has a retired word', () => {
  expect(offenders('en', english)).toEqual([])
})

it('no Chinese text has a retired word', () => {
  expect(offenders('zh', chinese)).toEqual([])
})

it('no text has a key, a place or a unit written by hand', () => {
  expect([...offenders('en', byHand), ...offenders('zh', byHand)]).toEqual([])
})

/** Comments, and titles of tests, by line; without code, names and quotations in them. */
function proseOf(path: string): { readonly line: number, readonly text: string }[] {
  return readFileSync(path, 'utf8').split('\n').flatMap((line, index) => {
    const found = /^\s*(?:\/\*\*?|\*|\/\/|<!--)\s?(.*)$/.exec(line)
      ?? /^\s*(?:it|describe|test)(?:\.\w+(?:\([^)]*\))?)*\(\s*'((?:[^'\\]|\\.)*)'/.exec(line)
      ?? /^\s*\]\)\('((?:[^'\\]|\\.)*)'/.exec(line)
      ?? /\s\/\/ (.*)$/.exec(line)
    return found?.[1] === undefined ? [] : [{ line: index + 1, text: found[1].replace(/`[^`]*`|“[^”]*”/g, '') }]
  })
}
const code = ['src-main', 'src-preload', 'src-renderer', 'test'].flatMap(folder =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && /\.(?:ts|vue|mjs)$/.test(entry.name) && !entry.parentPath.includes('migrations'))
    .map(entry => join(entry.parentPath, entry.name)))

it('no comment and no title of a test has a word that code does without', () => {
  expect(inProse.length).toBeGreaterThan(5)
  const pattern = new RegExp(`(?<![-\\w])(?:${inProse.join('|')})(?![-\\w])`, 'i')
  expect(code.flatMap(path => proseOf(path)
    .filter(({ text }) => pattern.test(text))
    .map(({ line, text }) => `${path}:${line}: ${text}`))).toEqual([])
})

it('no name has a part that code does without', () => {
  expect(inNames.length).toBeGreaterThan(2)
  const pattern = new RegExp(`\\b\\w*(?:${inNames.join('|')})\\w*\\b`, 'g')
  const lower = new RegExp(`\\b(?:${inNames.map(name => name.charAt(0).toLowerCase() + name.slice(1)).join('|')})(?![a-z-])`, 'g')
  expect(code.filter(path => path !== 'test/house/retired-words.test.ts').flatMap((path) => {
    const text = readFileSync(path, 'utf8')
    return [...text.matchAll(pattern), ...text.matchAll(lower)].map(([name]) => `${path}: ${name}`)
  })).toEqual([])
})
