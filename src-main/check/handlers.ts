/** The calls that check the studio, and that gather what support asks for. */
import type { StudioHandlers } from '../base/calls.ts'
import type { CheckPorts, Diagnostics } from './diagnostics.ts'
import { inspectStudio } from './inspect-studio.ts'

export function checkHandlers(ports: CheckPorts): StudioHandlers['checks'] {
  return {
    run: async (how, { signal }) => ({ report: await inspectStudio({
      ...ports,
      folder: ports.ports.folder,
      ledger: ports.ledgerDb,
    }, { ...how, strayAgeMs: 600_000, signal }) }),
  }
}

export interface DiagnosticPorts {
  readonly diagnostics: Diagnostics
}

export function diagnosticHandlers({ diagnostics }: DiagnosticPorts): StudioHandlers['diagnostics'] {
  return {
    gather: (how, { signal }) => diagnostics.gather(how, signal),
  }
}
