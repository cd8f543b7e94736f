/** Builds the studio: one core with two main entries (Electron and the web host), the preload bridge and the page. */
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'electron-vite'

export default defineConfig({
  main: {
    build: {
      externalizeDeps: true,
      rolldownOptions: {
        input: {
          'electron': 'src-main/hosts/electron/index.ts',
          'web': 'src-main/hosts/web/index.ts',
          'database-worker': 'src-main/storage/database-worker.ts',
          'probe-worker': 'src-main/media/probe-worker.ts',
        },
        // Workers are started by file name, so entries keep theirs.
        output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  },
  preload: {
    build: {
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: 'src-preload/index.ts' },
        // A sandboxed preload can only be CommonJS in one file.
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'src-renderer',
    plugins: [vue()],
    build: {
      minify: true,
      rolldownOptions: { input: { index: 'src-renderer/index.html' } },
    },
  },
})
