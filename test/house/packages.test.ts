/**
 * `resources/packages.md`: what each package of package.json is for, and what would replace it. A package without a
 * row here fails. Written again with `vitest run --config test/vitest.config.ts test/house/packages.test.ts -u`.
 */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
  readonly optionalDependencies: Readonly<Record<string, string>>
}

interface Use {
  /** Names, or the beginning of names with `*`. */
  readonly of: readonly string[]
  readonly for: string
  /** Null where there is nothing like it, or where it is what the program is built on. */
  readonly replacement: string | null
}

const uses: readonly Use[] = [
  {
    of: ['electron', 'electron-builder', 'electron-vite', 'vite', '@vitejs/plugin-vue'],
    for: 'the desktop host, the builds, the package',
    replacement: null,
  },
  { of: ['electron-store'], for: 'place and size of the window', replacement: 'a JSON file' },
  {
    of: ['vue', 'pinia', 'vue-router', 'naive-ui', '@vueuse/core'],
    for: 'the page: components, stores, routes, gestures',
    replacement: null,
  },
  { of: ['@lucide/vue'], for: 'icons', replacement: 'any set of SVG icons' },
  { of: ['@tanstack/vue-virtual'], for: 'long lists that draw only what is seen', replacement: 'vue-virtual-scroller' },
  {
    of: ['@orpc/contract', '@orpc/server', '@orpc/client'],
    for: 'the contract between the page and main',
    replacement: 'a wire of about 200 lines',
  },
  { of: ['zod'], for: 'checks of all that comes from outside', replacement: 'valibot' },
  {
    of: ['keytar'],
    for: 'the keychain of the system (`@github/keytar`, the maintained build of the same API)',
    replacement: '@napi-rs/keyring',
  },
  {
    of: ['@contentauth/c2pa-wasm'],
    for: 'signs deliveries with Content Credentials (C2PA), by the authors of the standard',
    replacement: 'c2patool as a program',
  },
  {
    of: ['@peculiar/asn1-schema', '@peculiar/asn1-x509'],
    for: 'writes the certificate of the web host, reads those that sign deliveries',
    replacement: 'node-forge',
  },
  { of: ['client-zip'], for: 'folders that a browser saves, as one ZIP file', replacement: '@zip.js/zip.js' },
  { of: ['@zip.js/zip.js'], for: 'reads Word documents, books and voices', replacement: 'fflate, without a limit to what is unpacked' },
  { of: ['@xmldom/xmldom'], for: 'reads edit lists in XML, in a worker', replacement: 'saxes; a page has a DOMParser, a worker has none' },
  {
    of: ['@echogarden/espeak-ng-emscripten'],
    for: 'speaks a text as eSpeak NG does: when each word of a take is said is found by comparing the two (GPL-3.0)',
    replacement: 'espeak-ng as a program',
  },
  { of: ['eld'], for: 'tells the language of a text that is to be compared with its sound', replacement: 'tinyld' },
  { of: ['tar-stream', '@types/tar-stream'], for: 'the backup file, written and read as a stream', replacement: 'yazl and yauzl' },
  {
    of: ['ws', '@types/ws'],
    for: 'WebSockets of the web host and of the service',
    replacement: 'the WebSocket of Node, for the client alone',
  },
  { of: ['eventsource-parser'], for: 'event streams of the service', replacement: null },
  { of: ['@fastify/busboy'], for: 'multipart requests in the practice service', replacement: 'busboy' },
  { of: ['mediabunny'], for: 'facts about a media file, in milliseconds', replacement: 'ffprobe' },
  {
    of: ['jassub'],
    for: 'libass in the page: captions look in the preview as they do in the film',
    replacement: 'a WebAssembly build of libass',
  },
  {
    of: ['@expo-google-fonts/*'],
    for: 'the fonts of captions and titles (OFL) for every script that the models speak or hear, and emoji; copied into the build',
    replacement: 'the releases of the fonts',
  },
  { of: ['fontkit', '@types/fontkit'], for: 'tests: which letters the fonts have', replacement: 'rarely needed: fonts seldom change' },
  {
    of: ['markdown-it'],
    for: 'reads the Markdown of a model as tokens, which become elements, never HTML',
    replacement: 'mdast-util-from-markdown',
  },
  { of: ['ffmpeg-static'], for: 'an ffmpeg where the system has none (optional)', replacement: 'the ffmpeg of the system' },
  { of: ['node', '@types/node'], for: 'a Node 24 where the one that runs npm is older (optional)', replacement: 'Node 24 from nodejs.org' },
  { of: ['typescript', 'vue-tsc'], for: 'types', replacement: null },
  { of: ['eslint', '@antfu/eslint-config', 'knip'], for: 'style, and code that nobody uses', replacement: null },
  { of: ['vitest', 'fast-check'], for: 'tests, of examples and of properties', replacement: null },
  {
    of: ['@playwright/test', '@axe-core/playwright'],
    for: 'tests in a browser and in Electron, with checks of accessibility',
    replacement: null,
  },
  { of: ['@electron/asar', '@electron/fuses'], for: 'tests of the package: what is in it, and what it may not do', replacement: null },
  { of: ['openai'], for: 'tests: a client that was not written for the practice service', replacement: null },
]

const heldBack: Readonly<Record<string, string>> = {
  'typescript': '7: typescript-eslint reads up to 6.0',
  '@contentauth/c2pa-wasm': '0.15: ends with a stack overflow when it signs any file',
  'node': '26: Electron 45 has Node 24',
  '@types/node': '26: follows Node',
}

const read = (path: string): Manifest => JSON.parse(readFileSync(path, 'utf8')) as Manifest // npm wrote it
const { dependencies, devDependencies, optionalDependencies } = read('package.json')
const versions = { ...dependencies, ...devDependencies, ...optionalDependencies }
const fits = (pattern: string, name: string): boolean => pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : pattern === name

it('every package has one row', () => {
  const rowsOf = (name: string): number => uses.filter(({ of }) => of.some(pattern => fits(pattern, name))).length
  expect(Object.keys(versions).filter(name => rowsOf(name) !== 1)).toEqual([])
  const patterns = [...uses.flatMap(({ of }) => of), ...Object.keys(heldBack)]
  expect(patterns.filter(pattern => !Object.keys(versions).some(name => fits(pattern, name)))).toEqual([])
})

it('versions are exact', () => {
  expect(Object.entries(versions).filter(([, version]) => !/^(?:npm:@?[\w/-]+@)?\d+\.\d+\.\d+$/.test(version))).toEqual([])
})

it('resources/packages.md tells all of them', async () => {
  const shown = ({ of }: Use): string => of.map(pattern => pattern.endsWith('*')
    ? pattern
    : `${pattern} ${versions[pattern]?.split('@').at(-1)}`).join(', ')
  await expect([
    '# What each package is for',
    '',
    'Made by `test/house/packages.test.ts` from package.json; change it there.',
    '',
    '| package | for | what would replace it |',
    '|---|---|---|',
    ...uses.map(use => `| ${shown(use)} | ${use.for} | ${use.replacement ?? '–'} |`),
    '',
    '## What is not the newest',
    '',
    '| package | newer, and why not |',
    '|---|---|',
    ...Object.entries(heldBack).map(([name, why]) => `| ${name} ${versions[name]} | ${why} |`),
    '',
  ].join('\n')).toMatchFileSnapshot('../../resources/packages.md')
})
