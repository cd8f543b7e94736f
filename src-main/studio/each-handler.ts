/** Wraps the handler of every procedure of the contract. */
import type { Meta } from '#contract/define.ts'
import type { StudioHandlers } from './ports.ts'
import { isContractProcedure } from '@orpc/contract'
import { contract } from '#contract/index.ts'

type Handle = (...call: unknown[]) => unknown

export function eachHandler(handlers: StudioHandlers, wrap: (meta: Meta, handle: Handle) => Handle): StudioHandlers {
  function walk(part: unknown, within: unknown): unknown {
    if (isContractProcedure(part))
      return wrap(part['~orpc'].meta as Meta, within as Handle) // `define.ts` declares every procedure, `StudioHandlers` has each
    // A contract is objects down to its procedures.
    const parts = Object.entries(part as object)
    return Object.fromEntries(parts.map(([word, inner]) => [word, walk(inner, Reflect.get(within as object, word))]))
  }
  // The walk follows the contract and returns each procedure under its own name.
  return walk(contract, handlers) as StudioHandlers
}
