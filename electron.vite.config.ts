/** Build configuration: one core with two entries (Electron and the web host), the preload script and the page. */
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
        // Workers are started by file name, so entries keep their names.
        output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
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
    plugins: [vue()],
    build: {
      minify: true,
      rolldownOptions: { input: { index: 'src-renderer/index.html' } },
    },
  },
})
