/** Whoever reads the output goes away, as in `takeroom serve | head -1`: the program hears of it, and is not ended in the middle. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { expect, it } from 'vitest'
import { createOutput } from '../../../src-main/hosts/web/output.ts'

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

it('a line stays a line whatever is in it, for people and for programs, on a terminal and elsewhere', () => {
  for (const isTTY of [true, false]) {
    let said = ''
    const { line, json, percent } = createOutput({ isTTY, write: text => said += text })
    line('Note: “one\r\ntwo\u001B[2J\u202E” is fast')
    json({ name: '\u009B31m\u2028\u202E\u007F' })
    percent(40)
    expect(said).toBe(`Note: “one  two\uFFFD[2J\uFFFD” is fast\n{"name":"\\u009b31m\\u2028\\u202e\\u007f"}\n${isTTY ? '\r40%' : '40%\n'}`)
  }
})
