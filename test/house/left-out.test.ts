/** What `npm test` leaves out is there, and is found by its name: a file that was moved would be run in every `npm test` again. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { leftOut } from '../kit/left-out.ts'

it('names only files that are there, each once', () => {
  const { files } = leftOut.short
  expect(files.filter(file => !existsSync(join(import.meta.dirname, '../..', file)))).toEqual([])
  expect(new Set(files).size).toBe(files.length)
})
