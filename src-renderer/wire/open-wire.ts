/** Chooses the wire by how the page was opened. */
import type { Wire } from './wire.ts'
import { openPortWire } from './port.ts'
import { openSocketWire } from './socket.ts'

export function openWire(): Wire {
  return location.protocol === 'takeroom:' ? openPortWire() : openSocketWire()
}
