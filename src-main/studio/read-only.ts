/** While the library is damaged, refuses every procedure that declares the fault `library-read-only`. */
import type { Library } from '../library/open-library.ts'
import type { StudioHandlers } from './ports.ts'
import { Fault } from '#contract/faults.ts'
import { eachHandler } from './each-handler.ts'

export function refuseWhileDamaged(handlers: StudioHandlers, library: Pick<Library, 'damage'>): StudioHandlers {
  return eachHandler(handlers, ({ faults }, handle) => {
    if (!faults.includes('library-read-only'))
      return handle
    return async (...call) => {
      const damage = library.damage()
      if (damage !== null)
        throw new Fault('library-read-only', { trouble: damage.trouble })
      return handle(...call)
    }
  })
}
