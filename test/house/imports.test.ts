/** Layers: which folder may import which, checked for every import in the code. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Layers of main; imports go to the same folder or to a lower number. */
const layers: Record<string, number> = {
  ...{
    base: 0,
    storage: 1,
    secrets: 1,
    service: 1,
    media: 1,
    interchange: 1,
    credentials: 1,
    journal: 1.5,
    jobs: 2,
    library: 3,
    accounts: 3,
    spend: 3,
    kinds: 4,
    storyboard: 4,
    sequences: 4,
    script: 5,
  },
  ...{ listening: 6, drift: 6, snapshots: 6, deliver: 6, files: 6, trash: 6, make: 7, databases: 7 },
  ...{ backup: 8, check: 8, sample: 8, bundle: 8.5, move: 8.5, studio: 9, commands: 10, hosts: 11 },
}
/** Layers within `media`. */
const mediaLayers: Record<string, number> = {
  ...{ 'unreadable': 0, 'read-window': 0, 'wav': 1, 'ffmpeg': 1, 'plan': 1, 'probe': 2 },
  ...{ sound: 3, picture: 3, mark: 3, words: 3, voice: 4, preview: 4, recording: 4, moving: 4, render: 5 },
}
/** Layers of the page. */
const pageLayers: Record<string, number> = {
  ...{ styles: 0, wire: 0, player: 0, studio: 1, stores: 2, texts: 3, actions: 4, parts: 5, rooms: 6, shell: 7, App: 8, main: 9 },
}
/** Imports forbidden besides the order of the layers. */
const dashes: [from: RegExp, to: RegExp, because: string][] = [
  [/^src-main\/(?:make|deliver)\//, /^src-main\/service\//, 'all paid work goes through jobs'],
  [/^src-main\/jobs\//, /^src-main\/(?!jobs\/|base\/|storage\/)/, 'the queue knows no feature: each kind of work brings its ports'],
  [/^src-main\/kinds\//, /^src-main\/(script|storyboard|sequences)\//, 'a job holds ids, not lines'],
  [
    /^src-main\/hosts\//,
    /^src-main\/(?!hosts\/|commands\/|studio\/|base\/|secrets\/|storage\/lock|databases\/(?:cannot-open|current-folder)|move\/(?:finish-move|prepared-move))/,
    'hosts know the studio and the commands, not its parts',
  ],
  [/^src-main\/practice\//, /^src-main\/(?!practice\/|base\/|media\/)/, 'the practice service imports nothing else of the studio'],
  [/^src-main\/hosts\/web\//, /^src-main\/hosts\/electron\//, 'hosts are leaves'],
  // Where its sandbox is forbidden, the app serves the browser.
  [/^src-main\/hosts\/electron\/(?!without-sandbox\.ts$)/, /^src-main\/hosts\/web\//, 'hosts are leaves'],
  [/^src-renderer\/player\//, /^src-renderer\/(stores|parts|rooms|shell|studio)/, 'the player knows addresses and seconds, no stores'],
  [/^src-preload\/contract\//, /^src-preload\/(?!contract\/)/, 'the contract imports itself only'],
  [/^src-preload\/rules\//, /^src-(main|renderer)\//, 'rules are pure'],
  [/^src-renderer\//, /^src-main\//, 'main and page import the seam, never each other'],
  [/^src-main\//, /^src-renderer\//, 'main and page import the seam, never each other'],
]
/** Packages that only some folders may use. */
const packages: [name: RegExp, allowed: RegExp][] = [
  [/^electron$|^electron-store$/, /^src-main\/hosts\/electron\/|^src-preload\/index\.ts$/],
  [/^keytar$/, /^src-main\/secrets\//],
  [/^@contentauth\//, /^src-main\/credentials\//],
  [/^node:sqlite$/, /^src-main\/storage\//],
  [/^(vue|pinia|naive-ui|vue-router|@lucide\/vue|@vueuse\/core|@tanstack\/vue-virtual|markdown-it)$/, /^src-renderer\//],
  [/^node:/, /^src-main\//],
]

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && /\.(?:ts|vue)$/.test(entry.name))
    .map(entry => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
}

const importPattern = /(?:^|\n)\s*(?:import|export)\s[^'"]*?from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)import\s*['"]([^'"]+)['"]/g

function importsIn(text: string): string[] {
  return [...text.matchAll(importPattern)].flatMap(match => match[1] ?? match[2] ?? match[3] ?? [])
}

function importsOf(file: string): string[] {
  return importsIn(readFileSync(join(root, file), 'utf8'))
}

/** The imported file's path from the project root; null for a package. */
function targetOf(file: string, specifier: string): string | null {
  if (specifier.startsWith('#'))
    return `src-preload/${specifier.slice(1)}`
  if (!specifier.startsWith('.'))
    return null
  return posix.normalize(relative(root, resolve(root, dirname(file), specifier.replace(/\?.*$/, ''))).split(sep).join('/'))
}

function troubleWith(file: string, specifier: string): string | null {
  const target = targetOf(file, specifier)
  if (target === null) {
    const rule = packages.find(([name]) => name.test(specifier))
    return rule && !rule[1].test(file) ? `${file} → ${specifier}: not allowed here` : null
  }
  const dash = dashes.find(([from, to]) => from.test(file) && to.test(target))
  if (dash)
    return `${file} → ${target}: not allowed, because ${dash[2]}`
  return layerTrouble(file, target, 'src-main/', layers)
    ?? layerTrouble(file, target, 'src-main/media/', mediaLayers)
    ?? layerTrouble(file, target, 'src-renderer/', pageLayers)
    ?? roomTrouble(file, target)
}

function layerTrouble(file: string, target: string, side: string, numbers: Record<string, number>): string | null {
  if (!file.startsWith(side)
    || !target.startsWith(side)
    || file.startsWith('src-main/practice/')
    || target.startsWith('src-main/practice/')) {
    return null
  }
  const [from, to] = [file, target].map(path => path.slice(side.length).split('/')[0]?.replace(/\.(ts|vue)$/, '') ?? '')
  if (from === to || from === undefined || to === undefined)
    return null
  if (numbers[from] === undefined || numbers[to] === undefined)
    return `${file} → ${target}: the folder is missing in the table`
  return numbers[to] < numbers[from]
    ? null
    : `${file} → ${target}: layer ${numbers[from]} may not import layer ${numbers[to]}`
}

function roomTrouble(file: string, target: string): string | null {
  const room = /^src-renderer\/rooms\/([^/]+)\//
  const [from, to] = [room.exec(file)?.[1], room.exec(target)?.[1]]
  return from && to && from !== to ? `${file} → ${target}: rooms never import rooms` : null
}

/** Groups of files that import each other, directly or indirectly; type imports count. */
function circlesIn(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const circles: string[][] = []
  // Tarjan's algorithm: a file from which no earlier file can be reached closes a group.
  function visit(file: string): number {
    const place = order.size
    order.set(file, place)
    lowest.set(file, place)
    open.push(file)
    for (const target of graph.get(file) ?? []) {
      const reached = order.has(target) ? (open.includes(target) ? order.get(target) : undefined) : visit(target)
      lowest.set(file, Math.min(lowest.get(file) ?? place, reached ?? place))
    }
    const low = lowest.get(file) ?? place
    if (low === place) {
      const group = open.splice(open.indexOf(file))
      if (group.length > 1 || graph.get(file)?.includes(file))
        circles.push(group.sort())
    }
    return low
  }
  for (const file of graph.keys()) {
    if (!order.has(file))
      visit(file)
  }
  return circles.sort()
}

it('imports only go down, and only where the table allows', () => {
  const files = ['src-preload', 'src-main', 'src-renderer'].flatMap(filesBelow)
  expect(files.length).toBeGreaterThan(100)
  const trouble = files.flatMap(file => importsOf(file).map(specifier => troubleWith(file, specifier))).filter(Boolean)
  expect(trouble).toEqual([])
})

it('the table refuses known violations', () => {
  expect(troubleWith('src-main/make/make.ts', '../service/client.ts')).toContain('all paid work goes through jobs')
  expect(troubleWith('src-main/library/takes.ts', '../kinds/paid.ts')).toContain('layer 3 may not import layer 4')
  expect(troubleWith('src-renderer/rooms/make/MakeRoom.vue', '../library/LibraryRoom.vue')).toContain('rooms never import rooms')
  expect(troubleWith('src-main/library/takes.ts', 'electron')).toContain('not allowed here')
  expect(troubleWith('src-main/jobs/engine.ts', '../service/client.ts')).toContain('knows no feature')
  expect(troubleWith('src-main/kinds/paid.ts', '../service/client.ts')).toBeNull()
  expect(troubleWith('src-renderer/actions/question.ts', '../parts/workbenches/MakeTabs.vue')).toContain('layer 4 may not import layer 5')
  expect(troubleWith('src-main/storyboard/storyboard.ts', '../sequences/sequences.ts')).toContain('layer 4 may not import layer 4')
})

it('there are no import cycles', () => {
  const files = ['src-preload', 'src-main', 'src-renderer'].flatMap(filesBelow)
  const graph = new Map(files.map(file => [
    file,
    importsOf(file).flatMap(specifier => targetOf(file, specifier) ?? []).filter(target => files.includes(target)),
  ]))
  expect([...graph.values()].flat().length).toBeGreaterThan(1000)
  expect(circlesIn(graph)).toEqual([])
})

it('a cycle is found through any number of files, and two paths to one file are no cycle', () => {
  const graph = new Map(Object.entries({
    a: ['b', 'c'],
    b: ['d'],
    c: ['d'],
    d: ['e'],
    e: ['f'],
    f: ['d', 'g'],
    g: [],
    h: ['i'],
    i: ['h'],
    own: ['own'],
  }))
  expect(circlesIn(graph)).toEqual([['d', 'e', 'f'], ['h', 'i'], ['own']])
  expect(circlesIn(new Map(Object.entries({ a: ['b', 'c'], b: ['c'], c: [] })))).toEqual([])
})

it('type imports are read, also over several lines', () => {
  const source = 'import type { A } from \'./a.ts\'\nimport {\n  b,\n} from "./b.ts"\nexport type { C } from \'./c.ts\'\nimport \'./d.ts\'\nconst e = import(\'./e.ts\')\n'
  expect(importsIn(source)).toEqual(['./a.ts', './b.ts', './c.ts', './d.ts', './e.ts'])
})
