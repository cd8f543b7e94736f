/** What of captions written as ASS is seen in a segment, in frames from its start. */
import type { FrameRate } from '#contract/sequence-document.ts'
import type { Segment } from './segments.ts'

export interface SeenCaptions {
  /** Everything before the events: the size of the picture and the styles. */
  readonly head: string
  readonly events: readonly { readonly fromFrame: number, readonly endFrame: number, readonly rest: string }[]
}

/** Of the text that `toAss` writes. Null where nothing is seen. */
export function createCaptionReader(ass: string, rate: FrameRate): (span: Pick<Segment, 'startFrame' | 'frames'>) => SeenCaptions | null {
  const [head = '', body = ''] = ass.split('[Events]')
  const all = [...body.matchAll(/^Dialogue: (\d+),([\d:.]+),([\d:.]+),(.*)$/gm)].map(([, layer = '', start = '', end = '', rest = '']) => ({
    fromFrame: firstFrameFrom(start, rate),
    endFrame: firstFrameFrom(end, rate),
    rest: `${layer},${rest}`,
  }))
  return ({ startFrame, frames }) => {
    const events = all
      .filter(({ fromFrame, endFrame }) => fromFrame < startFrame + frames && endFrame > startFrame)
      .map(event => ({ ...event, fromFrame: event.fromFrame - startFrame, endFrame: event.endFrame - startFrame }))
    return events.length > 0 ? { head, events } : null
  }
}

/** The first frame at or after a time of ASS, `h:mm:ss.cc`. */
function firstFrameFrom(time: string, { numerator, denominator }: FrameRate): number {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number)
  const hundredths = Math.round((hours * 3600 + minutes * 60 + seconds) * 100)
  const perFrame = 100 * denominator
  // In whole numbers, so that a time on a frame is that frame.
  return Math.floor((hundredths * numerator + perFrame - 1) / perFrame)
}
