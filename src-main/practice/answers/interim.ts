/** Sends interim answers (RFC 9110 §15.2), as gateways do that nobody has asked to. */
import type { ServerResponse } from 'node:http'
import type { FaultBox, Match } from '../faults.ts'

/** Those that a fault wants at this moment; none without one. */
export function sendInterim(response: ServerResponse, faults: FaultBox, call: Match, at: 'arrival' | 'answer'): void {
  const { statuses = [] } = faults.take('interim', call, action => action.at === at) ?? {}
  for (const status of statuses) {
    switch (status) {
      case 100:
        response.writeContinue()
        break
      case 102:
        response.writeProcessing()
        break
      case 103:
        response.writeEarlyHints({ 'link': '</style.css>; rel=preload', 'x-queue': 'moving' })
        break
      default:
        status satisfies never
    }
  }
}
