/**
 * Lists the packages that a program's files import, directly and through each other, and what cannot be found:
 * `node --experimental-import-meta-resolve reached-modules.mjs FILE …` prints `{ packages, missing, files }` as JSON.
 * Reads files, runs none.
 */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire, isBuiltin } from 'node:module'
import { extname } from 'node:path'
import process from 'node:process'
import { fileURLToPath, pathToFileURL } from 'node:url'

const imports = /(?:\bfrom|\bimport)\s*["']([\w@./#:-]+)["']|\bimport(?:\.meta\.resolve)?\(\s*["']([\w@./#:-]+)["']\s*\)/g
const requires = /\brequire\(\s*["']([\w@./#:-]+)["']\s*\)/g

const seen = new Set()
const packages = new Set()
const missing = []
const queue = process.argv.slice(2).map(path => pathToFileURL(path).href)
while (queue.length > 0) {
  const url = queue.pop()
  const path = fileURLToPath(url)
  if (seen.has(path))
    continue
  seen.add(path)
  const name = /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(path)?.[1]
  if (name !== undefined)
    packages.add(name)
  if (!['.js', '.cjs', '.mjs'].includes(extname(path)))
    continue
  const text = readFileSync(path, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  for (const [, plain, dynamic] of text.matchAll(imports))
    follow(plain ?? dynamic, wanted => import.meta.resolve(wanted, url), path)
  for (const [, wanted] of text.matchAll(requires))
    follow(wanted, name => pathToFileURL(createRequire(path).resolve(name)).href, path)
}
process.stdout.write(JSON.stringify({ packages: [...packages].sort(), missing, files: seen.size }))

function follow(wanted, resolve, from) {
  if (isBuiltin(wanted) || wanted === 'electron')
    return
  try {
    const url = resolve(wanted)
    if (!existsSync(fileURLToPath(url)))
      throw new Error('There is no such file')
    queue.push(url)
  }
  catch {
    missing.push(`${wanted} in ${from.split('node_modules/').at(-1)}`)
  }
}
