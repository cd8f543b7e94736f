/** The studio as the page sees it: the client, once. Only `stores/` and `use-*.ts` call it. */
import type { StudioClient } from '#contract/index.ts'
import type { ImportTicket } from '#contract/words.ts'
import { createORPCClient } from '@orpc/client'
import { openWire } from './wire/open-wire.ts'

export { attempt } from './wire/attempt.ts'
export type { AnyFault } from './wire/attempt.ts'

export const wire = openWire()

export const studio: StudioClient = createORPCClient(wire.link)

/** Hands a dropped or picked file to the studio; the ticket is good once, for `takes.import`. Throws a `Fault`: use with `attempt`. */
export function importFile(file: File): Promise<ImportTicket> {
  return wire.importFile(file)
}
