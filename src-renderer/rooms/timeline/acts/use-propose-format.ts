/** The first film of an empty sequence may have another frame rate or size: its own are proposed, and taken with one press. */
import type { FrameRate } from '#contract/sequence-document.ts'
import type { Take } from '#contract/takes.ts'
import type { FrameSize } from '../top/sizes.ts'
import type { Editor } from '../use-editor.ts'
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

export function useProposeFormat(editor: Editor): (takes: readonly Take[]) => void {
  const notices = useNotices()
  return (takes) => {
    const film = takes.find(({ medium }) => medium === 'video')
    const now = editor.sequence.settled
    const format = film && now ? formatOfFilm(film, now) : null
    if (!film || !format)
      return
    const { rate } = format
    const { sequenceId } = editor
    notices.say(t => t.timeline.format.proposal(film.title, rateText(rate), sizeText(format)), { act: {
      label: t => t.timeline.format.take,
      run: () => editor.sequence.id === sequenceId && editor.edit('sequence', [{ do: 'refit', ...format }]),
    } })
  }
}
