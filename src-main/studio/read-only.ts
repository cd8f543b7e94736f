/** While the library is damaged, refuses every procedure that declares the fault `library-read-only`. */
import type { Meta } from '#contract/define.ts'
import type { Library } from '../library/open-library.ts'
import type { StudioHandlers } from './ports.ts'
import { isContractProcedure } from '@orpc/contract'
import { Fault } from '#contract/faults.ts'
import { contract } from '#contract/index.ts'

export function refuseWhileDamaged(handlers: StudioHandlers, library: Pick<Library, 'damage'>): StudioHandlers {
  // The walk follows the contract and returns each procedure under its own name.
  return wrap(contract, handlers, () => {
    const damage = library.damage()
    if (damage !== null)
      throw new Fault('library-read-only', { trouble: damage.trouble })
  }) as StudioHandlers
}

function wrap(part: unknown, handlers: unknown, refuse: () => void): unknown {
  if (!isContractProcedure(part)) {
    // a contract is objects down to its procedures
    return Object.fromEntries(Object.entries(part as object).map(([word, inner]) => [
      word,
      wrap(inner, Reflect.get(handlers as object, word), refuse),
    ]))
  }
  const { faults } = part['~orpc'].meta as Meta // every procedure is declared by `define.ts`
  if (!faults.includes('library-read-only'))
    return handlers
  return async (...call: unknown[]) => {
    refuse()
    return (handlers as (...call: unknown[]) => unknown)(...call) // a leaf of the contract is a procedure
  }
}
