/** Posts a file, slice by slice, to the host's import door and turns its refusals into faults. */
import type { FaultCode } from '#contract/faults.ts'
import { z } from 'zod'
import { Fault, faults } from '#contract/faults.ts'
import { ImportTicket } from '#contract/words.ts'

const Ticket = z.object({ ticket: ImportTicket })
/** The answer to every slice but the last. */
const More = z.object({ upload: z.string() })
const Refusal = z.object({ code: z.string(), data: z.unknown() })

/** The studio keeps one slice in memory at a time; over a slow connection a slice has to arrive within minutes. */
const sliceBytes = 4 * 2 ** 20

/**
 * Sends the file in slices of a few MB, so that neither the page nor main has the whole file in memory: Electron would hand over a
 * `File` as one piece. Throws `unsupported-file`, `file-too-large`, `disk-full`, `unreadable-file`, `disconnected` or `internal`;
 * an AbortError after the signal. A host that does not know the token any more is entered once again.
 */
export async function postFile(
  file: File,
  token: string | null,
  signal: AbortSignal | null = null,
  enterAgain: (() => Promise<string | null>) | null = null,
): Promise<ImportTicket> {
  const headers = new Headers({ 'X-File-Name': encodeURIComponent(file.name), 'Content-Type': 'application/octet-stream' })
  if (token !== null)
    headers.set('Authorization', `Bearer ${token}`)
  const send = (body: ArrayBuffer): Promise<Response> =>
    fetch('/import', { method: 'POST', headers, body, signal }).catch((cause: unknown) => {
      signal?.throwIfAborted()
      throw new Fault('disconnected', {}, { cause })
    })
  let enter = enterAgain
  for (let start = 0; ; start += sliceBytes) {
    signal?.throwIfAborted()
    const slice = await readSlice(file, start)
    if (slice.byteLength > 0)
      headers.set('Content-Range', `bytes ${start}-${start + slice.byteLength - 1}/${file.size}`)
    let answer = await send(slice)
    if (answer.status === 401 && enter !== null) {
      const fresh = await enter()
      enter = null
      if (fresh !== null) {
        headers.set('Authorization', `Bearer ${fresh}`)
        answer = await send(slice)
      }
    }
    const body: unknown = await answer.json().catch(() => null) // A refusal without a body is judged by its status alone.
    const more = More.safeParse(body)
    const ticket = Ticket.safeParse(body)
    if (answer.ok && ticket.success)
      return ticket.data.ticket
    if (!answer.ok || !more.success)
      throw faultOfAnswer(body, answer.status, file)
    headers.set('X-Upload', more.data.upload)
  }
}

/** A file that was moved or changed after it was picked cannot be read any more. */
async function readSlice(file: File, start: number): Promise<ArrayBuffer> {
  try {
    return await file.slice(start, start + sliceBytes).arrayBuffer()
  }
  catch (cause) {
    throw new Fault('unreadable-file', { name: file.name, reason: cause instanceof Error ? cause.message : '' }, { cause })
  }
}

function faultOfAnswer(body: unknown, status: number, file: File): Fault {
  const refusal = Refusal.safeParse(body)
  if (refusal.success && refusal.data.code in faults) {
    // The line above has just made sure that the code is one of ours.
    const code = refusal.data.code as FaultCode
    const data = faults[code].data.safeParse(refusal.data.data)
    if (data.success)
      return new Fault(code, data.data)
  }
  if (status === 413)
    return new Fault('file-too-large', { name: file.name, limitBytes: 0 })
  if (status === 415)
    return new Fault('unsupported-file', { name: file.name, found: file.type })
  return new Fault('internal', { reference: `import ${status}` })
}
