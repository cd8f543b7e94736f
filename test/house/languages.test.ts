/** Both languages have every text, with the same parameters. */
import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { faults } from '#contract/faults.ts'
import { BlockedBy, Failure, JobState } from '#contract/jobs.ts'

async function textsOf(language: string): Promise<Record<string, unknown>> {
  const folder = new URL(`../../src-renderer/texts/${language}/`, import.meta.url)
  const areas = readdirSync(folder).filter(name => name.endsWith('.ts') && name !== 'index.ts')
  const modules = await Promise.all(areas.map(async name => [name, await import(new URL(name, folder).href)] as const))
  return Object.fromEntries(modules.map(([name, module]) => [name.replace('.ts', ''), Object.values(module as object)[0]]))
}

/** The shape of a text: functions by their number of parameters, others by presence. */
function shapeOf(text: unknown): unknown {
  if (typeof text === 'function')
    return `takes ${text.length}`
  if (Array.isArray(text))
    return text.map(shapeOf)
  return typeof text === 'object' && text !== null
    ? Object.fromEntries(Object.entries(text).sort(([a], [b]) => a < b ? -1 : 1).map(([name, inner]) => [name, shapeOf(inner)]))
    : typeof text
}

const en = await textsOf('en')
const zh = await textsOf('zh')

it('english and Chinese have the same texts', () => {
  expect(shapeOf(zh)).toEqual(shapeOf(en))
})

it('every fault and every failure has its words', () => {
  const all = JSON.stringify(keysOf(en))
  for (const word of [...Object.keys(faults), ...Failure.shape.kind.options, ...JobState.options, ...BlockedBy.options])
    expect(all, word).toContain(`"${word}"`)
})

it.each([
  ['English', en],
  ['Chinese', zh],
])('every hold and every failure says in %s what happened and what to do', (_, texts) => {
  const { blocked, kinds } = texts.failures as Record<'blocked' | 'kinds', Record<string, unknown>>
  const words = { what: expect.stringMatching(/\S/), todo: expect.stringMatching(/\S/) }
  expect(blocked).toEqual(Object.fromEntries(BlockedBy.options.map(reason => [reason, words])))
  expect(kinds).toEqual(Object.fromEntries(Failure.shape.kind.options.map(kind => [kind, words])))
})

it('no Chinese text was left in English', () => {
  const left = leavesOf(zh).filter(([, text]) => /[a-z]{4,} [a-z]{3,} [a-z]{3,}/i.test(text.replace('Final Cut Pro', '')) && !/[\u4E00-\u9FFF]/.test(text))
  expect(left).toEqual([])
})

function keysOf(value: unknown): string[] {
  return typeof value === 'object' && value !== null ? Object.entries(value).flatMap(([name, inner]) => [name, ...keysOf(inner)]) : []
}

function leavesOf(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string')
    return [[path, value]]
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, `${path}.${name}`))
    : []
}
