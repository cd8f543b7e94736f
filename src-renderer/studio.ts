/** The studio as the page sees it: the client, once. Only `stores/` and `use-*.ts` call it. */
import type { ContractRouterClient } from '@orpc/contract'
import type { contract } from '#contract/index.ts'
import type { ImportTicket } from '#contract/words.ts'
import type { PageContext } from './wire/wire.ts'
import { createORPCClient } from '@orpc/client'
import { openKeptChanges } from './wire/kept-changes.ts'
import { openWire } from './wire/open-wire.ts'
import { openOtherPages } from './wire/other-pages.ts'
import { createOutbox } from './wire/outbox.ts'
import { createPatientLink } from './wire/patient-link.ts'
import { randomId } from './wire/random-id.ts'

export { attempt } from './wire/attempt.ts'
export type { AnyFault } from './wire/attempt.ts'

export const wire = openWire()

const pageId = randomId()

/** What the page asks of main and has no answer to yet: kept by the browser, and sent until it is answered. */
export const outbox = createOutbox({
  link: wire.link,
  state: wire.state,
  kept: openKeptChanges(storageOf, hear => globalThis.window?.addEventListener('storage', ({ key }) => hear(key))),
  pages: openOtherPages(pageId),
  readFolderId,
  pageId,
  newId: randomId,
  now: Date.now,
})

export const studio: ContractRouterClient<typeof contract, PageContext> = createORPCClient(outbox.link)

/** The same for what a room shows: these calls wait for a connection that is lost, and only read. An act of the user uses `studio`, which tells at once. */
export const patientStudio: ContractRouterClient<typeof contract, PageContext> = createORPCClient(createPatientLink(wire))

/** Null where there is none, or the browser's settings block it. */
function storageOf(): Storage | null {
  try {
    return 'localStorage' in globalThis ? localStorage : null
  }
  catch {
    return null
  }
}

async function readFolderId(): Promise<string> {
  // Main checks its answers against the contract.
  const { folderId } = await wire.link.call(['studio', 'folder'], {}, { context: {} }) as { folderId: string }
  return folderId
}

/** Hands a dropped or picked file to the studio; the ticket is good once, for `takes.import`. Throws a `Fault`, or an AbortError after the signal: use with `attempt`. */
export function importFile(file: File, signal?: AbortSignal): Promise<ImportTicket> {
  return wire.importFile(file, signal)
}
