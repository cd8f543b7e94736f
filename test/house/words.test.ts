/** Naming and style rules: forbidden names and forbidden code. */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'

const files = ['src-preload', 'src-main', 'src-renderer'].flatMap(folder =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && /\.(?:ts|vue)$/.test(entry.name))
    .map(entry => join(entry.parentPath, entry.name)))

function offenders(pattern: RegExp, only: RegExp = /./): string[] {
  return files.filter(file => only.test(file)).flatMap(file =>
    readFileSync(file, 'utf8').split('\n').flatMap((line, index) => pattern.test(line)
      ? [`${file}:${index + 1}: ${line.trim()}`]
      : []))
}

it('folders and files are named after words of the product', () => {
  expect(files.filter(file => /\/(?:utils?|helpers?|common|managers?|services|misc|shared|lib)(?:\/|\.)/.test(file))).toEqual([])
  expect(files.filter(file => file.endsWith('.ts'))
    .map(file => basename(file))
    .filter(name => !/^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.d)?\.ts$/.test(name))).toEqual([])
  expect(files.filter(file => file.endsWith('.vue'))
    .map(file => basename(file))
    .filter(name => !/^[A-Z][A-Za-z]+\.vue$/.test(name))).toEqual([])
})

it('type names have no prefixes or suffixes such as I, Manager or Impl', () => {
  expect(offenders(/\b(?:interface|type|class) (?:I[A-Z]\w+|\w+(?:Manager|Helper|Util|DTO|Type|Impl))\b/)).toEqual([])
})

it('every file begins with a comment on its purpose', () => {
  expect(files.filter((file) => {
    const head = readFileSync(file, 'utf8').split('\n').slice(0, 2).join('\n')
    return file.endsWith('.ts') && !head.startsWith('/**')
  })).toEqual([])
})

it('no TODO or similar is left', () => {
  expect(offenders(/\b(?:TODO|FIXME|XXX|HACK)\b/)).toEqual([])
})

it('no protection of the page is switched off', () => {
  expect(offenders(/executeJavaScript|v-html|bypassCSP: true|webviewTag: true|nodeIntegration: true|webSecurity: false|eval\(/)).toEqual([])
  expect(offenders(/shell\.openExternal/).filter(line => !line.includes('hosts/electron/external.ts'))).toEqual([])
})

it('`any` is used only in the wire', () => {
  expect(offenders(/(?::|as|<) ?any\b/).filter(line => !line.includes('hosts/wire.ts') && !/\* |\/\//.test(line))).toEqual([])
})
