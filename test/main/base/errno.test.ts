/** The code of an error, whatever was thrown. */
import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { errnoOf } from '../../../src-main/base/errno.ts'

it('is the system\'s for an error of a file, Node\'s for a wrong argument, and empty for anything else', async () => {
  expect(errnoOf(await readFile('/no/such/file').catch((error: unknown) => error))).toBe('ENOENT')
  expect(errnoOf(await readFile('\0').catch((error: unknown) => error))).toBe('ERR_INVALID_ARG_VALUE')
  const ofSqlite = Object.assign(new Error('disk I/O error'), { code: 10 })
  for (const other of [new Error('ENOENT'), ofSqlite, { code: 'ENOENT' }, 'ENOENT', null, undefined])
    expect(errnoOf(other)).toBe('')
})
