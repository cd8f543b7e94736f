/** News of lines: whoever follows them ends with the state of now. */
import type { Line } from '#contract/script.ts'
import type { Database, Transaction } from '../../../src-main/storage/database.ts'
import { expect, it, vi } from 'vitest'
import { createScript } from '../../../src-main/script/script.ts'
import { sql } from '../../../src-main/storage/sql.ts'
import { hangMs } from '../../kit/hang.ts'
import { openLibrary } from './open-library.ts'

it('a line that is edited while all lines are read is told after them', async () => {
  const library = await openLibrary()
  const { db, projectId } = library
  let onRead: (() => void) | null = null
  const slowly = (from: Transaction): Transaction['all'] => async (query) => {
    const rows = await from.all<never>(query)
    if (onRead && rows.length > 0 && query.text.includes('FROM lines')) {
      onRead()
      onRead = null
      // In the time of so many questions the edit is written, read and told, unless it waits for its turn.
      for (let at = 0; at < 200; at++)
        await db.get(sql`SELECT count(*) FROM lines`)
    }
    return rows
  }
  const slow: Database = { ...db, all: slowly(db), transaction: work => db.transaction(tx => work({ ...tx, all: slowly(tx) })) }
  const script = createScript({ ...library, db: slow })
  const [line] = await script.add(projectId, null, [{ speaker: '', text: 'Before.', direction: '' }])
  const page = new AbortController()
  const shown = new Map<string, Line>()
  const reading = (async () => {
    for await (const { changed } of script.changes(projectId, page.signal))
      changed.forEach(each => shown.set(each.id, each))
  })()
  await vi.waitUntil(() => shown.size > 0, { timeout: hangMs })
  const areRead = new Promise<void>(resolve => onRead = resolve)
  const edited = areRead.then(() => script.edit(line!.id, { text: 'After.' }))
  await script.announceAll(projectId, [])
  await edited
  const [last] = await script.add(projectId, null, [{ speaker: '', text: 'The last.', direction: '' }])
  await vi.waitUntil(() => shown.has(last!.id), { timeout: hangMs })
  page.abort()
  await reading
  expect([...shown.values()].map(each => each.text)).toEqual(['After.', 'The last.'])
})
