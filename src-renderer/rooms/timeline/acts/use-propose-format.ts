/** The first film of an empty sequence may have another frame rate or size: its own are proposed, and taken with one press. */
import type { FrameRate, SequenceDocument } from '#contract/sequence-document.ts'
import type { Take } from '#contract/takes.ts'
import type { FrameSize } from '../top/sizes.ts'
import { onScopeDispose } from 'vue'
import { isSameRate, rateOfFilm, rateText } from '#rules/sequence/frame-rates.ts'
import { useNotices } from '../../../actions/notices.ts'
import { isSameSize, leastSide, mostSize, sizeText } from '../top/sizes.ts'

/** Null where the film is like the sequence, or neither can be told. */
export function formatOfFilm({ medium, asset }: Pick<Take, 'medium' | 'asset'>, now: FrameSize & { rate: FrameRate }) {
  if (medium !== 'video')
    return null
  const { width, height, framesPerSecond } = asset
  const isSize = width !== null && height !== null && Math.min(width, height) >= leastSide
    && width <= mostSize.width && height <= mostSize.height
  const format = { ...isSize ? { width, height } : { width: now.width, height: now.height }, rate: rateOfFilm(framesPerSecond) ?? now.rate }
  return isSameSize(format, now) && isSameRate(format.rate, now.rate) ? null : format
}

/** The open sequence: null while another one is. */
interface Proposed {
  readonly now: () => SequenceDocument | null
  readonly refit: (format: FrameSize & { readonly rate: FrameRate }) => void
}

/** Once for a sequence: what was proposed for it is taken back when another one is opened. */
export function useProposeFormat({ now, refit }: Proposed): (takes: readonly Take[]) => void {
  const notices = useNotices()
  let takeBack = (): void => {}
  onScopeDispose(() => takeBack())
  return (takes) => {
    const film = takes.find(({ medium }) => medium === 'video')
    const document = now()
    const format = film && document ? formatOfFilm(film, document) : null
    if (!film || !format)
      return
    takeBack()
    takeBack = notices.hint(t => t.timeline.format.proposal(film.title, rateText(format.rate), sizeText(format)), { act: {
      label: t => t.timeline.format.take,
      run: () => refit(format),
    } })
  }
}
