/** Rules for every procedure of the contract: names, effects, faults, ids and invalid input. */
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
    return [{
      path: path.join('.'),
      meta: meta as Meta,
      input: inputSchema as z.ZodObject,
      output: outputSchema instanceof z.ZodType ? outputSchema : undefined,
    }]
  }
  return Object.entries(part as object).flatMap(([name, inner]) => walk(inner, [...path, name]))
}

const procedures = walk(contract)
const sources = new Map(readdirSync('src-preload/contract').filter(name => name.endsWith('.ts')).map(name => [
  name,
  readFileSync(`src-preload/contract/${name}`, 'utf8'),
]))

/** The source text of a room's object: `export const takes = { … }`. Undefined where there is none. */
function roomIn(texts: Iterable<string>, room: string): string | undefined {
  return [...texts].map(text =>
    new RegExp(`^export const ${room} = \\{$([\\s\\S]*?)^\\}$`, 'm').exec(text)?.[1]).find(found => found !== undefined)
}

/** Whether a comment ends right before this procedure of the room. */
function isDocumented(room: string | undefined, verb: string): boolean {
  return new RegExp(`\\*/\\n {2}${verb}: (?:procedure|feed)\\(`).test(room ?? '')
}

/** Called by the page in another way than by its name. */
const calledOtherwise: Readonly<Record<string, string>> = {
  'studio.folder': 'studio.ts, before anything else of a connection',
  'transcripts.revert': 'use-transcript.ts: transcripts[how]',
  'transcripts.restore': 'use-transcript.ts: transcripts[how]',
  'renditions.storage': 'use-kept-files.ts, of either room',
  'renditions.clear': 'use-kept-files.ts, of either room',
  'deliveries.storage': 'use-kept-files.ts, of either room',
  'deliveries.clear': 'use-kept-files.ts, of either room',
}

describe('every procedure', () => {
  it('can be reached by a person: the page calls it', () => {
    const page = readdirSync('src-renderer', { recursive: true, encoding: 'utf8' })
      .filter(name => /\.(?:ts|vue)$/.test(name))
      .map(name => readFileSync(`src-renderer/${name}`, 'utf8'))
      .join('\n')
    const isCalled = ({ path }: Declared): boolean => new RegExp(`\\b(?:s|patientS)tudio\\.${path.replace('.', '\\.')}\\b`).test(page)
    expect(procedures.filter(each => !isCalled(each)).map(each => each.path).toSorted()).toEqual(Object.keys(calledOtherwise).toSorted())
  })

  it.each(procedures.map(each => [each.path, each] as const))('%s is room.verb with one plain object in', (path, { input }) => {
    expect(path).toMatch(/^[a-z]+\.[a-z][a-zA-Z]*$/)
    expect(input).toBeInstanceOf(z.ZodObject)
  })

  it.each(procedures.filter(each => each.meta.effect === 'pays').map(each =>
    [each.path, each] as const))('%s pays, so it carries a request id', (_, { input }) => {
    expect(Object.keys(input.shape)).toContain('requestId')
  })

  it('refuses invalid input of every kind', () => {
    for (const { path, input } of procedures) {
      for (const nonsense of [null, 7, 'x', [], {
        requestId: '../../etc/passwd',
        takeId: 'x',
        jobId: 1,
        projectId: {},
        accountId: '',
        lineId: [],
        deliveryId: '.',
        sequenceId: '',
        ticket: 'a',
        takeIds: ['x'],
        jobIds: [1],
        refs: [{}],
        settings: { theme: 'pink' },
        kind: 'poem',
        text: 5,
        name: '',
        casting: 1,
      }]) {
        const isTakingNothing = Object.keys(input.shape).length === 0
          && typeof nonsense === 'object'
          && !Array.isArray(nonsense)
          && nonsense !== null
        if (!isTakingNothing)
          expect(input.safeParse(nonsense).success, `${path} took ${JSON.stringify(nonsense)}`).toBe(false)
      }
    }
  })

  it('is documented with a sentence, in its own room', () => {
    const silent = procedures.map(each => each.path).filter((path) => {
      const [room = '', verb = ''] = path.split('.')
      return !isDocumented(roomIn(sources.values(), room), verb)
    })
    expect(silent).toEqual([])
  })

  it('is not documented by a verb of the same name in another room', () => {
    const texts = [
      'export const takes = {\n  /** Moves takes. */\n  trash: procedure({\n  }),\n}\n',
      'export const voices = {\n  trash: procedure({}),\n}\n',
    ]
    expect(isDocumented(roomIn(texts, 'takes'), 'trash')).toBe(true)
    expect(isDocumented(roomIn(texts, 'voices'), 'trash')).toBe(false)
    expect(isDocumented(roomIn(texts, 'projects'), 'trash')).toBe(false)
  })
})

it('every fault is declared by some procedure, or may be answered by all of them', () => {
  const declared = new Set(procedures.flatMap(each => each.meta.faults))
  expect(Object.keys(faults).filter(code => !declared.has(code as never)).sort()).toEqual([
    'already-done',
    'disconnected',
    'disk-failed',
    'disk-full',
    'disk-read-only',
    'internal',
    'ledger-damaged',
    'not-kept',
    'place-refused',
  ].sort())
})

it('shapes are plain: no defaults, transforms or coercion', () => {
  expect([...sources].filter(([, text]) =>
    /\.(?:default|transform|catch|preprocess|pipe)\(|z\.coerce/.test(text)).map(([name]) => name)).toEqual([])
})
