/** Tests mirror the tree: each is in the folder of what it tests, so that both are found from either. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const mirrors: readonly (readonly [tests: string, sources: string])[] = [
  ['test/bin', 'bin'],
  ['test/hosts', 'src-main/hosts'],
  ['test/main', 'src-main'],
  ['test/renderer', 'src-renderer'],
  ['test/seam', 'src-preload/rules'],
]
/** Of texts that others wrote, which the sources have no folder for. */
const ofTexts: ReadonlySet<string> = new Set(['test/seam/document', 'test/seam/script/corpus'])

interface Test {
  readonly path: string
  /** The folder of sources that it mirrors. */
  readonly folder: string
  /** What it imports of the sources, from the root of the repository. */
  readonly imports: readonly string[]
}

function testsOf([tests, sources]: typeof mirrors[number]): Test[] {
  return globSync('**/*.test.ts', { cwd: join(root, tests) }).map((name) => {
    const path = posix.join(tests, name.replaceAll('\\', '/'))
    const named = [...readFileSync(join(root, path), 'utf8').matchAll(/(?:from |import\()'([^']+)'/g)].map(([, name]) => name!)
    const imports = named.flatMap(name => name.startsWith('#rules/')
      ? posix.join('src-preload/rules', name.slice('#rules/'.length))
      : name.startsWith('.') ? posix.join(dirname(path), name) : [])
    const below = dirname(path).slice(tests.length)
    // Rooms are named without the folder that they are all in.
    const folder = [posix.join(sources, below), posix.join(sources, 'rooms', below)].find(each => existsSync(join(root, each)))
      ?? posix.join(sources, below)
    return { path, folder, imports: imports.filter(each => each.startsWith(sources)) }
  })
}

const plainName = (path: string): string => basename(path).replace(/(?:\.test)?\.\w+$/, '')
const all = mirrors.flatMap(testsOf)

it('a test is in a folder that the sources have, too', () => {
  expect(all.length).toBeGreaterThan(300)
  const elsewhere = all.filter(({ path, folder }) => !existsSync(join(root, folder)) && !ofTexts.has(posix.dirname(path)))
  expect(elsewhere.map(({ path }) => path)).toEqual([])
})

it('a test with the name of a file that it imports is in the folder of that file, or of its room', () => {
  const elsewhere = all.flatMap(({ path, folder, imports }) => {
    const named = imports.filter(each => plainName(each) === plainName(path))
    const isOfRoom = folder.startsWith('src-renderer/rooms/') && named.some(each => each.startsWith(`${folder}/`))
    const isThere = named.length === 0 || isOfRoom || existsSync(join(root, folder, `${plainName(path)}.ts`))
    return isThere ? [] : [`${path} tests ${named[0]}`]
  })
  expect(elsewhere).toEqual([])
})

it('a folder of many folders has no tests of theirs: those that import only from below it', () => {
  const mostFlat = ['src-main/media', 'src-main/jobs']
  const flat = all.filter(({ folder, imports }) => mostFlat.includes(folder)
    && imports.some(each => each.startsWith(`${folder}/`)) && !imports.some(each => posix.dirname(each) === folder))
  expect(flat.map(({ path }) => path)).toEqual([])
})
