/**
 * The record of a WebSocket's answer on the disk: every message as it came, with its kind and its border. It is written before anything is
 * decoded, and decoded from here.
 *
 * A first line names the form. Each message is a line with its kind and its length in bytes, its bytes, and a line break.
 */
import { createReadStream } from 'node:fs'

export const framesType = 'application/vnd.takeroom.frames'
const magic = 'takeroom frames 1\n'
const longestHead = 32

export interface Frame {
  readonly is: 'text' | 'binary'
  readonly bytes: Uint8Array
  /** False for the last one of a record that was cut off. */
  readonly isWhole: boolean
}

export function beginFrames(): Uint8Array {
  return Buffer.from(magic)
}

export function frameRecord(is: Frame['is'], bytes: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.from(`${is} ${bytes.length}\n`), bytes, Buffer.from('\n')])
}

export function areFrames(head: Uint8Array): boolean {
  return head.length >= magic.length && Buffer.from(head.subarray(0, magic.length)).toString('latin1') === magic
}

/** The messages of a record, also of one that was cut off anywhere. Ends at what is no record. */
export async function* readFrames(path: string): AsyncGenerator<Frame> {
  let rest: Buffer = Buffer.alloc(0)
  let isBegun = false
  for await (const chunk of createReadStream(path)) {
    // Without an encoding the stream yields buffers; its type does not say so.
    rest = rest.length === 0 ? chunk as Buffer : Buffer.concat([rest, chunk as Buffer])
    if (!isBegun && rest.length >= magic.length) {
      rest = rest.subarray(magic.length)
      isBegun = true
    }
    for (let frame = isBegun ? nextOf(rest) : null; frame?.isWhole; frame = nextOf(rest)) {
      yield { is: frame.is, bytes: frame.bytes, isWhole: true }
      rest = rest.subarray(frame.length)
    }
  }
  const last = isBegun ? nextOf(rest) : null
  if (last && last.bytes.length > 0)
    yield { is: last.is, bytes: last.bytes, isWhole: false }
}

function nextOf(bytes: Buffer): Frame & { readonly length: number } | null {
  const lineEnd = bytes.subarray(0, longestHead).indexOf(0x0A)
  const head = /^(text|binary) (\d{1,15})$/.exec(bytes.toString('latin1', 0, Math.max(0, lineEnd)))
  if (lineEnd < 0 || !head)
    return null
  const [from, length] = [lineEnd + 1, Number(head[2])]
  return {
    is: head[1] === 'text' ? 'text' : 'binary',
    bytes: bytes.subarray(from, from + length),
    isWhole: bytes.length > from + length,
    length: from + length + 1,
  }
}
