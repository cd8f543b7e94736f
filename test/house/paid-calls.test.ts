/** Every call of the contract that may cost money does its work once for each request id, whatever has changed since it was first made. */
import type { Meta } from '#contract/define.ts'
import type { RequestId } from '#contract/words.ts'
import type { SharedStudio } from '../kit/studio.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isContractProcedure } from '@orpc/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import { newId } from '../../src-main/base/ids.ts'
import { ledgerRecords } from '../../src-main/journal/recorded-tables.ts'
import { sql } from '../../src-main/storage/sql.ts'
import { call, callOf, paidInputs } from '../kit/paid-inputs.ts'
import { openSharedStudio } from '../kit/studio.ts'

const paid = Object.entries(contract).flatMap(([room, verbs]) => Object.entries(verbs).flatMap(([verb, procedure]) =>
  isContractProcedure(procedure) && (procedure['~orpc'].meta as Meta).effect === 'pays' ? `${room}.${verb}` : []))

/** Without what changes by itself while a job waits. */
function madeBy(answer: unknown) {
  const { jobIds, jobId, job } = answer as { jobIds?: string[], jobId?: string, job?: { id: string } }
  return jobIds ?? jobId ?? job?.id
}

it('the page makes request ids in one place only', () => {
  const makes = (file: string) => /RequestId\.parse|as RequestId|randomUUID/.test(readFileSync(join('src-renderer', file), 'utf8'))
  const files = readdirSync('src-renderer', { recursive: true, encoding: 'utf8' })
  const makers = files.filter(file => /\.(?:ts|vue)$/.test(file) && makes(file))
  expect(makers).toEqual([join('parts', 'intents', 'use-intents.ts')])
})

it('none of them is a step of undo: only calls that write take one, and of a job nothing but its place in the list is recorded', () => {
  const withStep = Object.entries(contract).flatMap(([room, verbs]) => Object.entries(verbs).flatMap(([verb, part]) => {
    const { inputSchema, meta } = (part as { '~orpc': { inputSchema?: { shape?: object }, meta: Meta } })['~orpc']
    return inputSchema?.shape && 'step' in inputSchema.shape ? [{ call: `${room}.${verb}`, effect: meta.effect }] : []
  }))
  expect(withStep.length).toBeGreaterThan(20)
  expect(withStep.filter(({ effect }) => effect !== 'writes')).toEqual([])
  expect(ledgerRecords.map(({ name, columns, hasRows }) => [name, columns, hasRows]))
    .toEqual([['jobs', ['place', 'cleared_at', 'paused_at'], undefined]])
})

let shared: SharedStudio
beforeAll(async () => {
  shared = await openSharedStudio()
  await shared.studio.parts.order.pauseAll(true)
})
afterAll(() => shared.close())

it('each is listed here with what it is asked for', () => {
  expect(Object.keys(paidInputs).toSorted()).toEqual(paid.toSorted())
})

it('each answers the same request with the jobs that it has made, also when nothing new could be sent any more', async () => {
  const { studio, accountId } = shared
  const jobCount = async () => (await studio.parts.ledger.open()).length
  const made: { path: string, input: object, answer: unknown }[] = []
  for (const path of paid) {
    const input = { ...await paidInputs[path]!(shared), requestId: newId() }
    const before = await jobCount()
    const first = await callOf(studio, path)(input)
    const count = await jobCount()
    expect(count, path).toBeGreaterThan(before)
    const again = await Promise.all([callOf(studio, path)(input), callOf(studio, path)(input)])
    expect(again.map(madeBy), path).toEqual([madeBy(first), madeBy(first)])
    expect(await jobCount(), path).toBe(count)
    made.push({ path, input, answer: first })
  }
  const { library, ledgerDb } = studio.parts
  for (const db of [library, ledgerDb])
    expect(await db.all(sql`SELECT id FROM undo_steps`)).toEqual([])
  await studio.handlers.accounts.remove({ accountId }, call)
  const count = await jobCount()
  for (const { path, input, answer } of made)
    expect(madeBy(await callOf(studio, path)(input)), path).toEqual(madeBy(answer))
  expect(await jobCount()).toBe(count)
})

it('each makes one work of a request that arrives twice at the same moment', async () => {
  const { studio } = shared
  const account = await studio.parts.accounts.connect({ name: 'Other', baseUrl: shared.practice.url, key: shared.practice.key })
  for (const path of paid) {
    const input = { ...await paidInputs[path]!({ studio, accountId: account.id }), requestId: newId() }
    const [one, other] = await Promise.all([callOf(studio, path)(input), callOf(studio, path)(input)])
    const [last, lastOther] = [madeBy(one), madeBy(other)].map(each => Array.isArray(each) ? each.at(-1) : each)
    expect(lastOther, path).toBe(last)
    expect(new Set(await studio.parts.ledger.madeBy(input.requestId as RequestId)).size, path)
      .toBe(Array.isArray(madeBy(one)) ? (madeBy(one) as string[]).length : 1)
  }
})
