/** Posts a file to the host's import door and turns its refusals into faults. */
import type { FaultCode } from '#contract/faults.ts'
import { z } from 'zod'
import { Fault, faults } from '#contract/faults.ts'
import { ImportTicket } from '#contract/words.ts'

const Ticket = z.object({ ticket: ImportTicket })
const Refusal = z.object({ code: z.string(), data: z.unknown() })

/** Throws `unsupported-file`, `file-too-large`, `disk-full`, `disconnected` or `internal`. */
export async function postFile(file: File, token: string | null): Promise<ImportTicket> {
  const headers = new Headers({ 'X-File-Name': encodeURIComponent(file.name), 'Content-Type': 'application/octet-stream' })
  if (token !== null)
    headers.set('Authorization', `Bearer ${token}`)
  const answer = await fetch('/import', { method: 'POST', headers, body: file }).catch((cause: unknown) => {
    throw new Fault('disconnected', {}, { cause })
  })
  const body: unknown = await answer.json().catch(() => null) // A refusal without a body is judged by its status alone.
  const ticket = Ticket.safeParse(body)
  if (answer.ok && ticket.success)
    return ticket.data.ticket
  throw faultOfAnswer(body, answer.status, file)
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
