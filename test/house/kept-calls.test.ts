/** What a page keeps while the studio is away: each call that writes is kept, or refused for a reason, and nothing that costs is kept. */
import type { Meta } from '#contract/define.ts'
import { isContractProcedure } from '@orpc/contract'
import { expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import { isKeptCall, keptCalls } from '#contract/kept.ts'
import { en } from '../../src-renderer/texts/en/index.ts'

/** What is refused while the studio is away: a room, or one of its calls, with the reason. */
const refusedWhileAway: Readonly<Record<string, string>> = {
  'accounts': 'keys must not be stored by the browser, and an address is checked with the service',
  'credentials': 'the private key of a certificate must not be stored by the browser',
  'spend': 'limits and prices decide what is sent: they change while the person sees what follows',
  'jobs': 'what is done to a job is judged by its state at that moment, and may let paid requests leave',
  'backups': 'runs at once, or not at all',
  'checks': 'runs at once, or not at all',
  'studio': 'repairs and reports: of this moment',
  'saving': 'the file is wanted now',
  'pages': 'whoever ends a browser must see that it is cut off',
  'recordings': 'the recorder keeps its own pieces until they are received',
  'renditions': 'asked for again by whatever shows the media',
  'deliveries.render': 'a render begins while the person sees it',
  'deliveries.again': 'a render begins while the person sees it',
  'deliveries.clear': 'deletes files for good',
  'trash.purge': 'deletes for good',
  'snapshots.restore': 'replaces a whole project, whatever has come into it meanwhile',
  'projects.openSample': 'makes a whole project and opens it',
  'takes.import': 'the ticket of a received file is of one run of the studio',
  'takes.locate': 'the ticket of a received file is of one run of the studio',
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

it('what is kept neither pays nor only reads, and has a name for the person', () => {
  for (const call of keptCalls) {
    expect(effects.get(call), call).toBe('writes')
    expect(en.kept.calls[call].length, call).toBeGreaterThan(3)
  }
})

it('what is refused is there', () => {
  const rooms = new Set(Object.keys(contract))
  expect(Object.keys(refusedWhileAway).filter(each => !effects.has(each) && !rooms.has(each))).toEqual([])
})
