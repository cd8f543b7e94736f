/** Whoever reads the output goes away, as in `takeroom serve | head -1`: the program hears of it, and is not ended in the middle. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { expect, it } from 'vitest'

it('a closed output ends the program in order', async () => {
  const module = new URL('../../../src-main/hosts/web/output.ts', import.meta.url).href
  const child = spawn(process.execPath, ['--input-type=module', '--eval', `
    const { outputBroken, watchOutput } = await import(${JSON.stringify(module)})
    watchOutput()
    outputBroken.addEventListener('abort', () => process.exit(7))
    setInterval(() => process.stdout.write('a line\\n'), 1)
  `], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  child.stdout.destroy()
  expect(await once(child, 'exit')).toEqual([7, null])
})
