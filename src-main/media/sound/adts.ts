/** Packets of AAC in a stream of ADTS (ISO/IEC 14496-3, 1.A.3.2): each says how long it is, and needs no other to be read. */
import { UnreadableMediaError } from '../unreadable.ts'

/** Of each channel in one packet. */
export const packetSamples = 1024

const headerLength = 7

export interface Packets { readonly bytes: Uint8Array, readonly packets: number }

/** `count` packets after the first `skipped`, or as many as are there. Throws UnreadableMediaError where something else is between. */
export function packetsOf(stream: Uint8Array, { skipped, count }: { readonly skipped: number, readonly count: number }): Packets {
  let [at, start, packets] = [0, 0, 0]
  for (; at < stream.length && packets < skipped + count; packets++) {
    at += lengthAt(stream, at)
    start = packets < skipped ? at : start
  }
  return { bytes: stream.subarray(start, at), packets: Math.max(0, packets - skipped) }
}

function lengthAt(stream: Uint8Array, at: number): number {
  const [sync, type = 0, , high = 0, middle = 0, low = 0] = stream.subarray(at, at + headerLength)
  const length = (high & 3) << 11 | middle << 3 | low >> 5
  if (sync !== 0xFF || type >> 4 !== 0xF || length < headerLength || at + length > stream.length)
    throw new UnreadableMediaError('damaged', `no packet of AAC at ${at}`)
  return length
}
