/** Copies of captions that were laid out from the script. */
import type { Clip } from '#contract/sequence-document.ts'

/** A copy of a caption by itself is not what the script was laid out as: it stays when that is done again. */
export function notLaid<One extends Clip>(clip: One): One {
  const copy = { ...clip }
  if (clip.linkId === null)
    Reflect.deleteProperty(copy, 'laidText')
  return copy
}
