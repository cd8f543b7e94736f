/** Tests storage/database-thread.ts in a build: it finds its worker, whether the code is in an entry or in a chunk. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'vite'
import { expect, it } from 'vitest'
import { startChild } from '../../kit/child.ts'
import { makeFolder } from '../../kit/folder.ts'

const storage = fileURLToPath(new URL('../../../src-main/storage/', import.meta.url))

it('both hosts, built with one shared chunk, open a database', async () => {
  const folder = await makeFolder()
  const host = `
    import { openDatabase } from ${JSON.stringify(join(storage, 'database.ts'))}
    const db = await openDatabase(process.argv[2], { migrations: [] })
    console.log((await db.check()).length === 0 ? 'sound' : 'damaged')
    await db.close()`
  await Promise.all(['electron.ts', 'web.ts'].map(name => writeFile(join(folder, name), host)))
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: true,
      target: 'node24',
      outDir: join(folder, 'out/main'),
      rolldownOptions: {
        input: {
          'electron': join(folder, 'electron.ts'),
          'web': join(folder, 'web.ts'),
          'database-worker': join(storage, 'database-worker.ts'),
        },
        output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  })
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  for (const name of ['electron', 'web']) {
    const script = pathToFileURL(join(folder, 'out/main', `${name}.js`))
    expect(await startChild(script, [join(folder, `${name}.db`)]).nextLine()).toBe('sound')
  }
})
