/** Several tries of a shot or an image, compared in the place of their clip: opened as soon as the first one is placed. */
import type { ClipId, TakeId } from '#contract/words.ts'
import type { Editor } from '../use-editor.ts'
import type { Try } from './tries.ts'
import { computed, shallowRef, watch } from 'vue'
import { findClip } from '#rules/sequence/document.ts'
import { partsOfShot, swapOf, swapsOf } from '#rules/sequence/swap-takes.ts'
import { useNotices } from '../../../actions/notices.ts'
import { useJobs } from '../../../stores/jobs.ts'
import { useTakes } from '../../../stores/takes.ts'
import { selectOnly } from '../view/selection.ts'
import { triesKeyOf, triesOf } from './tries.ts'

export function useTries(editor: Editor, touched: () => ClipId | null) {
  const jobs = useJobs()
  const takes = useTakes()
  const notices = useNotices()
  /** The clip whose tries are shown. */
  const openOf = shallowRef<ClipId | null>(null)

  function pictureOf(clipId: ClipId | null) {
    const clip = clipId && editor.document.value ? findClip(editor.document.value, clipId)?.clip : null
    return clip && 'look' in clip ? clip : null
  }
  function keyOf(takeId: TakeId): string | null {
    const job = jobs.all.find(each => each.takeIds.includes(takeId))
    return job ? triesKeyOf(job) : null
  }
  function triesOfClip(clipId: ClipId | null): readonly Try[] {
    const takeId = pictureOf(clipId)?.takeId
    return takeId ? triesOf(jobs.all, keyOf(takeId)) : []
  }

  const tries = computed(() => openOf.value === null ? [] : triesOfClip(openOf.value))
  const shown = computed(() => {
    const clip = pictureOf(openOf.value)
    return clip && tries.value.length > 0 ? { clipId: clip.id, takeId: clip.takeId, tries: tries.value } : null
  })

  /** Clips of this sequence that several tries are generated for, with their keys. */
  const waiting = computed(() => {
    const here = jobs.all.filter(job => job.awaitedAt?.sequenceId === editor.sequenceId)
    return new Map(here.flatMap((job) => {
      const key = triesKeyOf(job)
      return job.awaitedAt && triesOf(here, key).length > 0 ? [[job.awaitedAt.clipId, key] as const] : []
    }))
  })
  const due = new Map<ClipId, string | null>()
  // What was closed by hand stays closed.
  const opened = new Set<string>()
  watch([waiting, editor.document], () => {
    waiting.value.forEach((key, clipId) => due.set(clipId, key))
    for (const [clipId, key] of due) {
      const takeId = pictureOf(clipId)?.takeId
      if (!takeId || keyOf(takeId) !== key || opened.has(`${clipId} ${key}`))
        continue
      opened.add(`${clipId} ${key}`)
      if (shown.value === null) {
        openOf.value = clipId
        editor.view.selection.value = selectOnly(clipId)
      }
    }
  }, { immediate: true })
  // They cover what is below the clip while it is worked on, and no longer.
  watch(touched, (clipId) => {
    if (clipId !== null && clipId !== openOf.value)
      openOf.value = null
  })

  /** Tries are compared in the preview: the playhead comes to their clip where it is elsewhere. */
  function see(clipId: ClipId | null): void {
    const clip = pictureOf(clipId)
    const { playhead } = editor.view
    if (clip && (playhead.value < clip.start || playhead.value >= clip.start + clip.length))
      editor.seek(clip.start)
  }

  return {
    shown,
    mayOpen: (): boolean => triesOfClip(touched()).length > 0,
    open(): void {
      openOf.value = touched()
      see(openOf.value)
    },
    close: (): void => void (openOf.value = null),
    /** Puts the try with this place, from 0, into the clip. Null where it is not there. */
    async choose(index: number): Promise<void> {
      const now = shown.value
      const takeId = now?.tries[index]?.takeId
      if (!now || !takeId || now.takeId === null)
        return
      if (takeId === now.takeId)
        return see(now.clipId)
      const { value, fault } = await takes.load(takeId)
      if (fault)
        return notices.fault(fault)
      const document = value && editor.settledOrSay()
      if (!value || !document)
        return
      // What was cut meanwhile is one shot all the same.
      const parts = partsOfShot(document, now.clipId).filter(({ track }) => !track.isLocked)
      const edits = swapsOf(document, parts, now.takeId, (clip) => {
        const edit = swapOf(document, clip, value.take)
        // When the script is assembled again, the clip stays with what was made for it.
        return edit && { ...edit, keepsTake: true }
      })
      if (edits.length === 0)
        return void notices.say(t => t.timeline.unusable(1, value.take.title), { tone: 'bad' })
      editor.edit('take', edits)
      see(now.clipId)
    },
  }
}
export type Tries = ReturnType<typeof useTries>
