/** What a program that runs the command line reads of a failure. */
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { expect, it, vi } from 'vitest'
import { runWeb } from '../../../src-main/hosts/web/index.ts'
import { makeFolder } from '../../kit/folder.ts'
import { openTestStudio } from '../../kit/studio.ts'

async function run(words: readonly string[]) {
  const mask = process.umask()
  let [out, err] = ['', '']
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += String(text)
    return true
  })
  const complain = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    err += String(text)
    return true
  })
  try {
    const code = await runWeb(words)
    return { code, out, err }
  }
  finally {
    write.mockRestore()
    complain.mockRestore()
    process.umask(mask)
  }
}

const film = ['deliver', 'A film', '--preset', 'landscape-720', '--out', 'a.mp4'] as const

it('a delivery with --json answers JSON also without a studio folder', async () => {
  const folder = join(await makeFolder(), 'nowhere')
  const { code, out } = await run([...film, '--json', '--folder', folder])
  expect(code).toBe(2)
  expect(JSON.parse(out)).toEqual({ error: `There is no studio folder at ${folder}.`, code: 2 })
})

it.each([
  [['deliver', 'A film', '--json'], 'needs --preset'],
  [['deliver', '--json', 'A film', '--unknown'], '--unknown'],
  [['deliver', '--json', '--list', '--force'], 'works only with'],
])('%j answers JSON about its wrong arguments', async (words, sentence) => {
  const { code, out, err } = await run(words)
  expect(code).toBe(2)
  expect(JSON.parse(out)).toEqual({ error: expect.stringContaining(sentence), code: 2 })
  expect(err).toContain(sentence)
})

it.each([
  ['--json is what follows --', [...film, '--nonsense', '--', '--json']],
  ['--json is not said', ['deliver']],
  ['the command has no --json', ['check', '--json']],
])('no JSON is written where %s', async (_, words) => {
  expect(await run(words)).toMatchObject({ code: 2, out: '' })
})

it.each([
  [['check']],
  [['check', '--repair']],
  [['deliver', '--list']],
  [film],
])('%j makes no studio in a folder without one', async (words) => {
  const folder = await makeFolder()
  await writeFile(join(folder, 'notes.txt'), 'mine')
  const err = expect.stringContaining(`There is no studio in ${folder}.`)
  expect(await run([...words, '--folder', folder])).toEqual({ code: 2, out: '', err })
  expect(await readdir(folder)).toEqual(['notes.txt'])
})

it('a studio whose ledger is missing is checked as one', async () => {
  const studio = await openTestStudio()
  await studio.close()
  await rm(join(studio.folder, 'ledger.db'))
  const { code, out } = await run(['check', '--folder', studio.folder])
  expect({ code, out }).toEqual({ code: 1, out: expect.stringContaining('The job history is missing') })
})
