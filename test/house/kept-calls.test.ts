/** What a page keeps while the studio is away: each call that writes is kept, or refused for a reason, and nothing that costs is kept. */
import type { Meta } from '#contract/define.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isContractProcedure } from '@orpc/contract'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { contract } from '#contract/index.ts'
import { isKeptCall, keptCallNames, lateSafetyOf } from '#contract/kept.ts'
import { en } from '../../src-renderer/texts/en/index.ts'

/** What is refused while the studio is away: a room, or one of its calls, with the reason. */
const refusedWhileAway: Readonly<Record<string, string>> = {
  'accounts': 'keys must not be stored by the browser, and an address is checked with the service',
  'credentials': 'the private key of a certificate must not be stored by the browser',
  'spend': 'limits and prices decide what is sent: they change while the person sees what follows',
  'jobs': 'what is done to a job is judged by its state at that moment, and may let paid requests leave',
  'backups': 'runs at once, or not at all',
  'moves': 'closes the studio and opens it at another place, while the person sees it',
  'relinks': 'reads a folder that is there at that moment, while the person sees it',
  'checks': 'runs at once, or not at all',
  'studio': 'repairs and reports: of this moment',
  'saving': 'the file is wanted now',
  'opened': 'the files are given to whoever asks first',
  'pages': 'whoever ends a browser must see that it is cut off',
  'recordings': 'the recorder keeps its own pieces until they are received',
  'renditions': 'asked for again by whatever shows the media',
  'words': 'asked for again by whatever shows the take',
  'deliveries.render': 'a render begins while the person sees it',
  'deliveries.again': 'a render begins while the person sees it',
  'deliveries.clear': 'deletes files for good',
  'trash.purge': 'deletes for good',
  'snapshots.restore': 'replaces a whole project, whatever has come into it meanwhile',
  'projects.openSample': 'makes a whole project and opens it',
  'takes.import': 'the ticket of a received file is of one run of the studio',
  'takes.locate': 'the ticket of a received file is of one run of the studio',
  'projects.import': 'the ticket of a received file is of one run of the studio',
  'luts.import': 'the ticket of a received file is of one run of the studio',
  'shelf.write': 'decides what is sent for a name: it changes while the person sees which prompts use it',
  'voices.forget': 'asks the service',
}

const effects = new Map<string, Meta['effect'] | null>(Object.entries(contract).flatMap(([room, verbs]) =>
  Object.entries(verbs).map(([verb, part]) =>
    [`${room}.${verb}`, isContractProcedure(part) ? (part['~orpc'].meta as Meta).effect : null] as const)))

it('a call that writes is kept, or refused for a reason; never both', () => {
  for (const [call, effect] of effects) {
    const [room] = call.split('.')
    const isRefused = call in refusedWhileAway || (room ?? '') in refusedWhileAway
    if (effect === 'writes')
      expect(isKeptCall(call) !== isRefused, call).toBe(true)
  }
})

it('what is kept neither pays nor only reads, and has a name for the user', () => {
  for (const call of keptCallNames) {
    expect(effects.get(call), call).toBe('writes')
    expect(en.kept.calls[call].length, call).toBeGreaterThan(3)
  }
})

it('what is refused is there', () => {
  const rooms = new Set(Object.keys(contract))
  expect(Object.keys(refusedWhileAway).filter(each => !effects.has(each) && !rooms.has(each))).toEqual([])
})

interface Declared { readonly inputSchema?: z.ZodObject, readonly errorMap: object }
function declaredOf(call: string): { input: z.ZodObject, faults: string[] } {
  const [room, verb] = call.split('.') as [keyof typeof contract, string]
  const { inputSchema, errorMap } = (Reflect.get(contract[room], verb) as { '~orpc': Declared })['~orpc']
  if (!inputSchema)
    throw new TypeError(`${call} takes nothing`)
  return { input: inputSchema, faults: Object.keys(errorMap) }
}

it('a kept call compares with what it replaces, or says why it need not: its input and faults are those of its kind', () => {
  for (const call of keptCallNames) {
    const { input, faults } = declaredOf(call)
    const safety = lateSafetyOf(call)
    if (safety.is !== 'compares') {
      expect(safety.because.length, call).toBeGreaterThan(3)
      continue
    }
    expect(faults, call).toContain('changed-meanwhile')
    const item = safety.each === undefined ? input : (input.shape[safety.each] as z.ZodArray<z.ZodObject>).element
    const expected = item.shape.expected as z.ZodOptional
    expect(expected, call).toBeInstanceOf(z.ZodOptional)
    const parts = typeof safety.parts === 'string' ? [safety.parts] : safety.parts
    for (const path of [...safety.of, ...parts])
      expect(Object.keys(item.shape), `${call} ${path}`).toContain(path.split('.')[0])
    if (typeof safety.parts !== 'string' && safety.parts.length > 0)
      expect(Object.keys((expected.unwrap() as z.ZodObject).shape).toSorted(), call).toEqual([...safety.parts].toSorted())
  }
})

it('the page says what it showed wherever it makes such a call', () => {
  const calls = keptCallNames.filter(call => lateSafetyOf(call).is === 'compares')
  const files = readdirSync('src-renderer', { recursive: true, encoding: 'utf8' }).filter(name => /\.(?:ts|vue)$/.test(name))
  const made = files.flatMap((path) => {
    const text = readFileSync(join('src-renderer', path), 'utf8')
    return calls.flatMap(call => [...text.matchAll(new RegExp(`studio\\.${call.replace('.', '\\.')}\\(`, 'g'))]
      .map(({ index }) => ({ call, path, near: text.slice(Math.max(0, index - 400), index + 500) })))
  })
  expect(made.length).toBeGreaterThan(15)
  expect(made.filter(({ near }) => !/expected|\.\.\.input, by/.test(near)).map(({ call, path }) => `${call} in ${path}`)).toEqual([])
})

it('only what reads waits for the studio and is asked for again', () => {
  const files = readdirSync('src-renderer', { recursive: true, encoding: 'utf8' }).filter(name => /\.(?:ts|vue)$/.test(name))
  const waiting = files
    .map(path => readFileSync(join('src-renderer', path), 'utf8'))
    .flatMap(text => [...text.matchAll(/patientStudio\.(\w+\.\w+)\(/g)].map(([, call = '']) => call))
  expect(waiting.length).toBeGreaterThan(15)
  expect(waiting.filter(call => effects.get(call) !== 'reads')).toEqual([])
})
