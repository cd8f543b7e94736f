/** What a page keeps while the studio is away: each call that writes is kept, or refused for a reason, and nothing that costs is kept. */
import type { Meta } from '#contract/define.ts'
import { isContractProcedure } from '@orpc/contract'
import { expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import { isKeptCall, keptCalls, refusedWhileAway } from '#contract/kept.ts'
import { en } from '../../src-renderer/texts/en/index.ts'

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
