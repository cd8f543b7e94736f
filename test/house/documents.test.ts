/** Every file that a document or a comment names exists, and so does each heading that a document links to. Walks name folders and calls, too. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'

function below(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile()).map(entry =>
    join(entry.parentPath, entry.name))
}
const files = ['package.json', 'README.md', ...['bin', 'resources', 'src-main', 'src-preload', 'src-renderer', 'test'].flatMap(below)]
const folders = [...new Set(files.map(dirname))]
const documents = files.filter(file => file.endsWith('.md'))

/** Files may be named from any folder on: `jobs/engine.ts` is enough where it is unique. */
function isThere(named: string, among: readonly string[] = files): boolean {
  return among.some(file => file === named || file.endsWith(`/${named}`))
}

/** As the host of the repository makes it from a heading. */
function anchorOf(heading: string): string {
  return heading.trim().toLowerCase().replaceAll(/[^\p{Letter}\p{Number}\s_-]/gu, '').replaceAll(/\s/g, '-')
}

it('every file that a document or a comment names exists', () => {
  const named = files.filter(file => /\.(?:md|ts|mjs|vue)$/.test(file)).flatMap((file) => {
    const lines = readFileSync(file, 'utf8').split('\n').filter(line => file.endsWith('.md') || /^\s*(?:\/\*\*|\*|\/\/|<!--)/.test(line))
    return [...lines.join('\n').matchAll(/`#?([\w-][\w./-]*\.(?:ts|mjs|vue|md))`/g)].map(([, name]) => ({ file, name: name! }))
  })
  expect(named.length).toBeGreaterThan(30)
  expect(named.filter(({ name }) => !isThere(name))).toEqual([])
})

it('every file and heading that a document links to exists', () => {
  const links = documents.flatMap(file => [...readFileSync(file, 'utf8').matchAll(/\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)/g)]
    .map(([, path, anchor]) => ({ file, to: path === '' ? file : join(dirname(file), path!), anchor })))
  expect(links.filter(({ anchor }) => anchor !== undefined).length).toBeGreaterThan(3)
  const isBroken = ({ to, anchor }: typeof links[number]): boolean => {
    if (!files.includes(to))
      return !folders.includes(to.replace(/\/$/, '')) && to !== 'LICENSE'
    const headings = [...readFileSync(to, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, heading]) => anchorOf(heading!))
    return anchor !== undefined && !headings.includes(anchor)
  }
  expect(links.filter(isBroken)).toEqual([])
})

describe('the walks of a newcomer', () => {
  const text = readFileSync('resources/maintainers.md', 'utf8')
  const walks = [...text.matchAll(/^## Walk: (.*)\n([\s\S]*?)(?=^## )/gm)].map(([, name, walk]) => ({ name: name!, walk: walk! }))

  it('are in the README', () => {
    expect(walks.map(({ name }) => name)).toEqual(['speak a line', 'drag a clip', 'deliver', 'add a kind of work'])
    const readme = readFileSync('README.md', 'utf8')
    expect(walks.filter(({ name }) => !readme.includes(`(resources/maintainers.md#walk-${anchorOf(name)})`))).toEqual([])
  })

  it.each(walks)('$name: its folders, and its calls and feeds exist', ({ walk }) => {
    const named = [...walk.matchAll(/`([^`]+)`/g)].map(([, one]) => one!)
    const ofFolders = named.filter(one => one.includes('/') && /^[\w/-]+$/.test(one))
    expect(ofFolders.filter(one => !isThere(one.replace(/\/$/, ''), folders))).toEqual([])
    const calls = named.filter(one => /^\w+\.\w+$/.test(one) && !one.endsWith('.ts'))
    const rooms: Readonly<Record<string, object>> = contract
    expect(calls.filter((call) => {
      const [room, verb] = call.split('.')
      return !Object.hasOwn(rooms[room!] ?? {}, verb!)
    })).toEqual([])
  })

  it.each(walks)('$name: each call that a file of its step makes is made there', ({ walk }) => {
    const missing = walk.split(/^\d\. /m).flatMap((step) => {
      const named = [...step.matchAll(/`([^`]+)`/g)].map(([, one]) => one!)
      const pages = named.filter(one => one.startsWith('rooms/') && one.endsWith('.ts'))
        .flatMap(one => files.filter(file => file.endsWith(`/${one}`)))
      const made = pages.map(file => readFileSync(file, 'utf8')).join('\n')
      return pages.length === 0 ? [] : named.filter(one => /^\w+\.\w+$/.test(one) && !one.endsWith('.ts') && !made.includes(`${one}(`))
    })
    expect(missing).toEqual([])
  })
})
