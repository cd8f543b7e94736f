/** Handles a file upload for both hosts: checks the file's name, passes the bytes on, and builds the response. */
import type { FaultCode } from '#contract/faults.ts'
import type { Log } from '../base/log.ts'
import type { Studio } from '../studio/ports.ts'
import { isFault } from '#contract/faults.ts'
import { newReference, stackOf } from './wire.ts'

export interface ReceiveAnswer { readonly status: number, readonly body: unknown }

interface Incoming {
  /** As the page sent it: percent-encoded. */
  readonly encodedName: string | null
  readonly bytes: AsyncIterable<Uint8Array>
  readonly sizeBytes: number | null
  /** Whether the client hung up, so that a broken stream is expected. */
  readonly isGone: () => boolean
}

const statuses: Partial<Record<FaultCode, number>> = { 'unsupported-file': 415, 'file-too-large': 413, 'disk-full': 507 }

/** Answers `{ ticket }`, or `{ code, data }` of a fault. Never throws. */
export async function receiveFile(studio: Studio, log: Log, incoming: Incoming): Promise<ReceiveAnswer> {
  const name = readFileName(incoming.encodedName)
  if (name === null)
    return { status: 400, body: { code: 'unsupported-file', data: { name: '', found: 'a file without a usable name' } } }
  try {
    return { status: 200, body: { ticket: await studio.receiveFile(name, incoming.bytes, incoming.sizeBytes) } }
  }
  catch (thrown) {
    const status = isFault(thrown) ? statuses[thrown.code] : undefined
    if (isFault(thrown) && status !== undefined)
      return { status, body: { code: thrown.code, data: thrown.data } }
    const reference = newReference()
    if (!incoming.isGone())
      log.error('import-failed', { reference, error: stackOf(thrown) })
    return { status: 500, body: { code: 'internal', data: { reference } } }
  }
}

const longestName = 255
// Windows opens a device for these names, whatever the extension.
const device = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i
// Path separators and control characters, including NUL.
const forbidden = /[/\\\p{Cc}]/u

/** A plain file name; null for anything that could be a path or a device. */
export function readFileName(encoded: string | null): string | null {
  if (encoded === null || encoded === '')
    return null
  let name: string
  try {
    name = decodeURIComponent(encoded)
  }
  catch {
    // Broken percent-encoding, which our page never sends.
    return null
  }
  const isPlain = name.length <= longestName
    && name.trim() !== ''
    && !/^\.+$/.test(name.trim())
    && !forbidden.test(name)
    && !device.test(name.trim())
  return isPlain ? name : null
}
