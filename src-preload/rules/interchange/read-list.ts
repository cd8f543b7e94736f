/** Reads an edit list of any kind that is known, by what is in it. */
import type { FrameRate } from '#contract/sequence-document.ts'
import type { ReadList } from './list.ts'
import { UnreadableListError } from './list.ts'
import { settled } from './nesting.ts'
import { readEdl } from './read-edl.ts'
import { readFcpxml } from './read-fcpxml.ts'
import { readMlt } from './read-mlt.ts'
import { readOtio } from './read-otio.ts'

/** `rate` is for formats that do not say theirs. @throws UnreadableListError */
export function readEditList(text: string, rate: FrameRate): ReadList {
  return settled(readAny(text, rate))
}

function readAny(text: string, rate: FrameRate): ReadList {
  const begin = text.slice(0, 10_000)
  if (/^\s*\{/.test(begin))
    return readOtio(text, rate)
  if (/<fcpxml[\s>]/.test(begin))
    return readFcpxml(text)
  if (/<mlt[\s>]/.test(begin))
    return readMlt(text, rate)
  if (/<xmeml[\s>]/.test(begin))
    throw new UnreadableListError('XML of Final Cut Pro 7')
  return readEdl(text, rate)
}
