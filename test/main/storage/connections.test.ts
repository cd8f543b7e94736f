/** Tests of storage/connections.ts that are about its settings; what it does is tested with the database. */
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../../src-main/storage/database.ts'
import { sql } from '../../../src-main/storage/sql.ts'
import { makeFolder } from '../../kit/folder.ts'

it('the reader keeps more of the file in memory than a page of a large library reads', async () => {
  const path = join(await makeFolder(), 'things.db')
  const migrations = [{ version: 1, name: 'things', statements: ['CREATE TABLE things (id INTEGER PRIMARY KEY) STRICT'] }]
  const db = await openDatabase(path, { migrations })
  onTestFinished(() => db.close())
  expect(await db.get(sql`PRAGMA cache_size`)).toEqual({ cache_size: -16 * 1024 })
})
