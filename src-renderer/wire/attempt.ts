/** Turns a call's refusal into a value, so that forms can show it where it belongs. */
import type { DiskFault, FaultCode, FaultData } from '#contract/faults.ts'
import { ORPCError } from '@orpc/client'
import { faults, isFault } from '#contract/faults.ts'

/** A fault as the page holds it: the code with its own data. */
export type AnyFault<Code extends FaultCode = FaultCode> = { [C in Code]: { code: C, data: FaultData<C> } }[Code]

/** The codes that a call declares, read from its promise's type, and those that any call may fail with. */
type CodesIn<Failure>
  = | (Failure extends ORPCError<infer Code, infer _Data> ? Extract<Code, FaultCode> : never)
    | 'internal'
    | 'already-done'
    | 'not-kept'
    | DiskFault
    | 'disconnected'

export type Attempt<Value, Code extends FaultCode = FaultCode>
  = | { value: Value, fault?: undefined }
    | { value?: undefined, fault: AnyFault<Code> & AnyFault }

/** Any throw as a fault; one that was not declared by the contract is a bug of ours. */
export function faultOf(thrown: unknown): AnyFault {
  if (isFault(thrown))
    return { code: thrown.code, data: thrown.data } as AnyFault // A Fault's code and data belong together by construction.
  if (thrown instanceof ORPCError && thrown.code in faults) {
    const data = faults[thrown.code as FaultCode].data.safeParse(thrown.data) // `in faults` has just shown that the code is ours.
    if (data.success)
      return { code: thrown.code, data: data.data } as AnyFault // Parsed by the very schema of its code.
  }
  return { code: 'internal', data: { reference: thrown instanceof ORPCError ? String(thrown.code) : 'page' } }
}

/** Awaits a call of the studio. Cancelled calls throw on; everything else comes back as `{ value }` or `{ fault }`. */
export async function attempt<Value, Failure = unknown>(
  call: Promise<Value> & { __error?: { type: Failure } },
): Promise<Attempt<Value, CodesIn<Failure>>> {
  try {
    return { value: await call }
  }
  catch (thrown) {
    if (thrown instanceof DOMException && thrown.name === 'AbortError')
      throw thrown
    if (!isFault(thrown) && !(thrown instanceof ORPCError))
      console.error(thrown)
    // Codes outside the declared ones become `internal` at main's door, so what arrives is one of them.
    return { fault: faultOf(thrown) as AnyFault<CodesIn<Failure>> & AnyFault }
  }
}
