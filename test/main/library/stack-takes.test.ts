/** Takes of earlier versions get their stacks while the studio is open. */
import type { ModelId } from '#contract/words.ts'
import { expect, it } from 'vitest'
import { readStacks } from '#rules/search/stacks.ts'
import { createLog } from '../../../src-main/base/log.ts'
import { stackOlderTakes, stackTakes } from '../../../src-main/library/stack-takes.ts'
import { sql } from '../../../src-main/storage/sql.ts'
import { anyQuery, openTestLibrary, plainAsset, spokenTake } from '../../kit/library.ts'

const { cursor: _, limit: __, ...filter } = anyQuery
const folded = { ...filter, sort: { by: 'time', isAscending: false }, upTo: null, isFolded: true } as const
const never = new AbortController().signal

async function openOlder(count: number) {
  const library = await openTestLibrary()
  const { db, takes, clock } = library
  const asset = await plainAsset(library, 'one for all')
  const file = (prompt: string, seed: number) => takes.file(spokenTake(prompt, {
    ...{ kind: 'image', medium: 'picture', modelId: 'paint' as ModelId },
    request: { ...{ method: 'POST', path: '/generate', encoding: 'json', body: '{}' }, fields: { prompt, seed } },
  }), asset)
  const all = []
  for (let at = 0; at < count; at++)
    all.push(await file(`harbour ${at % 2}`, at))
  const keys = async () => (await db.all<{ stack: number | null }>(sql`SELECT stack FROM takes ORDER BY number`)).map(row => row.stack)
  const lines: string[] = []
  const log = createLog({ write: line => lines.push(line), clock })
  const run = (signal = never) => stackOlderTakes({ db, takes, clock: { sleep: async () => {} }, log }, signal)
  return { ...library, all, keys, lines, run }
}

it('all of them, as if they were filed now, and lists know at once', async () => {
  const { db, takes, keys, run } = await openOlder(250)
  const filed = await keys()
  await db.run(sql`UPDATE takes SET stack = NULL WHERE number <> 7`)
  expect((await takes.order(folded)).stacks).toBe('')
  await run()
  expect(await keys()).toEqual(filed)
  expect(readStacks((await takes.order(folded)).stacks).map(stack => stack.length)).toEqual([125, 125])
})

it('one whose request is damaged is of no stack, and an end in between continues the next time', async () => {
  const { db, keys, run, lines } = await openOlder(3)
  const [, second, third] = await keys()
  await db.run(sql`UPDATE takes SET stack = NULL`)
  await db.run(sql`UPDATE takes SET request = '{"path":' WHERE number = 1`)
  await run(AbortSignal.abort())
  expect(lines).toEqual([])
  await run()
  expect(await keys()).toEqual([0, second, third])
})

it('those that a project brings get theirs with it', async () => {
  const { db, all, keys } = await openOlder(2)
  const filed = await keys()
  await db.run(sql`UPDATE takes SET stack = NULL`)
  await db.transaction(tx => stackTakes(tx, all.slice(1).map(take => take.id)))
  expect(await keys()).toEqual([null, filed[1]])
})
