/** The contract walked as data: names, effects, faults, ids and what each procedure refuses. */
import type { Meta } from '#contract/define.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { isContractProcedure } from '@orpc/contract'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { faults } from '#contract/faults.ts'
import { contract } from '#contract/index.ts'

interface Declared { path: string, meta: Meta, input: z.ZodObject, output: z.ZodType | undefined }

function walk(part: unknown, path: string[] = []): Declared[] {
  if (isContractProcedure(part)) {
    const { meta, inputSchema, outputSchema } = part['~orpc']
    return [{ path: path.join('.'), meta: meta as Meta, input: inputSchema as z.ZodObject, output: outputSchema instanceof z.ZodType ? outputSchema : undefined }]
  }
  return Object.entries(part as object).flatMap(([name, inner]) => walk(inner, [...path, name]))
}

const procedures = walk(contract)
const sources = readdirSync('src-preload/contract').filter(name => name.endsWith('.ts')).map(name => readFileSync(`src-preload/contract/${name}`, 'utf8')).join('\n')

describe('every procedure', () => {
  it.each(procedures.map(each => [each.path, each] as const))('%s is room.verb with one plain object in', (path, { input }) => {
    expect(path).toMatch(/^[a-z]+\.[a-z][a-zA-Z]*$/)
    expect(input).toBeInstanceOf(z.ZodObject)
  })

  it.each(procedures.filter(each => each.meta.effect === 'pays').map(each => [each.path, each] as const))('%s pays, so it carries a request id', (_, { input }) => {
    expect(Object.keys(input.shape)).toContain('requestId')
  })

  it('refuses nonsense of every kind before anything is done', () => {
    for (const { path, input } of procedures) {
      for (const nonsense of [null, 7, 'x', [], { requestId: '../../etc/passwd', takeId: 'x', jobId: 1, projectId: {}, accountId: '', lineId: [], deliveryId: '.', sequenceId: '', ticket: 'a', takeIds: ['x'], jobIds: [1], refs: [{}], settings: { theme: 'pink' }, kind: 'poem', text: 5, name: '', casting: 1 }]) {
        const isTakingNothing = Object.keys(input.shape).length === 0 && typeof nonsense === 'object' && !Array.isArray(nonsense) && nonsense !== null
        if (!isTakingNothing)
          expect(input.safeParse(nonsense).success, `${path} took ${JSON.stringify(nonsense)}`).toBe(false)
      }
    }
  })

  it('is documented with a sentence', () => {
    for (const { path } of procedures) {
      const verb = path.split('.')[1]
      expect(sources, path).toMatch(new RegExp(`\\*/\\s*${verb}: (procedure|feed)\\(`))
    }
  })
})

// Files come in through the host's door, which is no procedure.
const saidByTheImportDoor = ['file-too-large']

it('every fault is declared by some procedure, or befalls all of them', () => {
  const declared = new Set(procedures.flatMap(each => each.meta.faults))
  expect(Object.keys(faults).filter(code => !declared.has(code as never)).sort()).toEqual(['disconnected', 'internal', 'ledger-damaged', ...saidByTheImportDoor].sort())
})

it('shapes are plain: no defaults, transforms or coercion', () => {
  expect(sources).not.toMatch(/\.(default|transform|catch|preprocess|pipe)\(|z\.coerce/)
})
