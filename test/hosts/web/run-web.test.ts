/** What a program that runs the command line reads of a failure. */
import { join } from 'node:path'
import process from 'node:process'
import { expect, it, vi } from 'vitest'
import { runWeb } from '../../../src-main/hosts/web/index.ts'
import { makeFolder } from '../../kit/folder.ts'

it('a delivery with --json answers JSON also without a studio folder', async () => {
  const folder = join(await makeFolder(), 'nowhere')
  const mask = process.umask()
  let out = ''
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += String(text)
    return true
  })
  const complain = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  try {
    const code = await runWeb(['deliver', 'A film', '--preset', 'landscape-720', '--out', 'a.mp4', '--json', '--folder', folder])
    expect(code).toBe(2)
  }
  finally {
    write.mockRestore()
    complain.mockRestore()
    process.umask(mask)
  }
  expect(JSON.parse(out)).toEqual({ error: `There is no studio folder at ${folder}.`, code: 2 })
})
