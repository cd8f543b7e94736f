/** The takes that clips play: another take of a line, and the sound of a shot. Each act is one step of undo. */
import type { PictureClip, SoundClip } from '#contract/sequence-document.ts'
import type { Take } from '#contract/takes.ts'
import type { LineId, TakeId } from '#contract/words.ts'
import type { SwapTake } from '#rules/sequence/swap-takes.ts'
import type { Editor } from '../use-editor.ts'
import type { ClipContext } from './clip-context.ts'
import { computed } from 'vue'
import { inPlaceIfBlocked } from '#rules/sequence/edit/in-place.ts'
import { swapOf } from '#rules/sequence/swap-takes.ts'
import { useNotices } from '../../../actions/notices.ts'
import { openTakeInspector } from '../../../actions/overlay.ts'
import { everyTake } from '../../../stores/take-query.ts'
import { useTakes } from '../../../stores/takes.ts'
import { attempt, patientStudio } from '../../../studio.ts'
import { randomId } from '../../../wire/random-id.ts'
import { selectOnly } from '../view/selection.ts'
import { extractSound, soundOfShot } from './extract-sound.ts'

export function useClipTakes(editor: Editor, { document, withDocument, at }: ClipContext) {
  const takes = useTakes()
  const notices = useNotices()
  const { edit } = editor

  /** The clip that speaks a line. */
  const spoken = computed(() => at.value && 'points' in at.value.clip && at.value.clip.lineId ? at.value.clip : null)

  async function otherTake(by: -1 | 1): Promise<void> {
    const clip = spoken.value
    if (!clip?.lineId)
      return
    const list = await takesOf(clip.lineId)
    const index = list.findIndex(take => take.id === clip.takeId)
    const next = list[(index + by + list.length) % list.length]
    if (next && list.length > 1)
      await swap(clip, next.id)
  }
  async function takesOf(lineId: LineId) {
    const answer = await attempt(patientStudio.takes.search({
      ...everyTake,
      projectId: editor.projectId,
      lineId,
      media: ['audio'],
      cursor: null,
      limit: 100,
    }))
    if (answer.fault)
      notices.fault(answer.fault)
    takes.remember(answer.value?.takes ?? [])
    return answer.value?.takes ?? []
  }
  /** Null where the clip cannot play the take. One that is not the line's keeps its place when the line gets a new one. */
  function swapEdit(clip: PictureClip | SoundClip, take: Take): SwapTake | null {
    const now = document()
    const swap = now && swapOf(now, clip, take)
    const line = clip.lineId ? editor.lines.value.get(clip.lineId) : undefined
    return swap && line && ('look' in clip || line.chosenTakeId !== take.id) ? { ...swap, keepsTake: true } : swap
  }
  /** The new take is where the old one was. What follows moves along, if that cuts nothing. */
  async function swap(clip: SoundClip, takeId: TakeId): Promise<void> {
    const { value, fault } = await takes.load(takeId)
    if (fault)
      return notices.fault(fault)
    const now = value && editor.settledOrSay()
    if (!value || !now)
      return
    const swapping = swapEdit(clip, value.take)
    if (swapping)
      edit('take', [inPlaceIfBlocked(now, swapping)])
    else
      notices.say(t => t.timeline.unusable(1, value.take.title), { tone: 'bad' })
  }
  /** The shot that was touched last, where it has sound. */
  const shot = computed(() => {
    const clip = at.value && 'look' in at.value.clip ? at.value.clip : null
    const take = clip?.takeId ? takes.get(clip.takeId) : undefined
    return clip && take?.asset.channels ? { clip, take } : null
  })
  function extract(): void {
    withDocument((now) => {
      const given = shot.value
      const known = given && soundOfShot(now, given.clip)
      if (known)
        return editor.select(known.id)
      const extracted = given && extractSound(now, given.clip, given.take, randomId)
      if (extracted)
        edit('extract-sound', extracted.edits, selectOnly(extracted.clipId))
      else
        notices.say(t => t.timeline.noSound)
    })
  }

  return {
    spoken,
    shot,
    extract,
    swap,
    swapEdit,
    takesOf,
    otherTake,
    showTake(): void {
      if (at.value && 'takeId' in at.value.clip && at.value.clip.takeId)
        openTakeInspector(at.value.clip.takeId)
    },
  }
}
