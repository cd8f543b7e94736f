/** Build configuration: one core with two entries (Electron and the web host), the preload script and the page. */
import type { Plugin } from 'vite'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'electron-vite'
import { withAllCharacters } from './src-preload/rules/captions/font-file.ts'
import { fontFamilies, fontFiles, fontPackage, inPackage } from './src-preload/rules/captions/fonts.ts'

const require = createRequire(import.meta.url)

const fontSources = new Map([
  ...fontFamilies.flatMap(family => [
    ...fontFiles(family).map(file => [file, inPackage(family, file)] as const),
    [`${family.replaceAll(' ', '')}_OFL.txt`, `${fontPackage(family)}/LICENSE_FONT`] as const,
  ]),
])

function read(source: string): Uint8Array {
  const file = readFileSync(require.resolve(source))
  return source.endsWith('.ttf') ? withAllCharacters(file) : file
}

/** The fonts of captions and titles with their licences: for the page, for the renders of a package, and for the page in development. */
const fonts: Plugin = {
  name: 'takeroom-fonts',
  configureServer(server) {
    server.middlewares.use('/fonts', (request, response, next) => {
      const source = fontSources.get(request.url?.slice(1) ?? '')
      if (source === undefined)
        next()
      else
        response.end(read(source))
    })
  },
  generateBundle() {
    for (const [name, source] of fontSources) {
      try {
        this.emitFile({ type: 'asset', fileName: `fonts/${name}`, source: read(source) })
      }
      catch {
        this.warn(`Captions will lack ${name}: run npm ci`)
      }
    }
  },
}
export default defineConfig({
  main: {
    build: {
      externalizeDeps: true,
      rolldownOptions: {
        input: {
          'electron': 'src-main/hosts/electron/index.ts',
          'web': 'src-main/hosts/web/index.ts',
          'database-worker': 'src-main/storage/database-worker.ts',
          'probe-worker': 'src-main/media/probe/probe-worker.ts',
          'sign-worker': 'src-main/credentials/sign-worker.ts',
          'voice-worker': 'src-main/media/voice/voice-worker.ts',
          'words-worker': 'src-main/media/words/words-worker.ts',
        },
        // Workers are started by file name, so entries keep their names.
        output: {
          ...{ entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
          // In a file of its own, which is loaded before all others.
          codeSplitting: { groups: [{ name: 'limit-memory', test: /src-main\/hosts\/limit-memory|src-main\/base\/young-generation/ }] },
        },
      },
    },
  },
  preload: {
    build: {
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: 'src-preload/index.ts' },
        // A sandboxed preload script must be a single CommonJS file.
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'src-renderer',
    plugins: [vue(), fonts],
    worker: { format: 'es' },
    build: {
      minify: true,
      rolldownOptions: {
        input: { index: 'src-renderer/index.html' },
        // A chunk for each set of rooms that share something would be two hundred files, all of which are loaded soon after the first
        // room: each costs more than its code does.
        output: { codeSplitting: { groups: [{ name: 'shared', minShareCount: 2 }] } },
      },
    },
  },
})
