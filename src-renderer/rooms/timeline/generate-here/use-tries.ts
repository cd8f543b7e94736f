/** Several tries of a shot or an image, compared in the place of their clip: opened as soon as the first one is placed, and again by each page until one is chosen. */
import type { PictureClip, SequenceDocument } from '#contract/sequence-document.ts'
import type { ClipId, TakeId } from '#contract/words.ts'
import type { Editor } from '../use-editor.ts'
import type { Try } from './tries.ts'
import { computed, shallowRef, watch } from 'vue'
import { clipsOf, findClip, tracksOf } from '#rules/sequence/document.ts'
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

  /** Those that nobody has chosen yet, as main has it: in the order of the film. */
  const undecided = computed(() => picturesOf(editor.document.value).filter(({ id, hasTries }) => hasTries && triesOfClip(id).length > 0))
  // What was closed by hand stays closed in this page, also where the shot was cut since.
  const opened = new Set<string | null>()
  watch(undecided, (clips) => {
    for (const { id, takeId } of clips) {
      const key = takeId && keyOf(takeId)
      if (opened.has(key) || shown.value !== null)
        continue
      opened.add(key)
      openOf.value = id
      editor.view.selection.value = selectOnly(id)
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

  /** With nothing touched, the first for which a choice is still to be made. */
  function toOpen(): ClipId | null {
    const clipId = touched()
    return clipId === null ? undecided.value[0]?.id ?? null : triesOfClip(clipId).length > 0 ? clipId : null
  }
  function settle(): void {
    const clipId = shown.value?.clipId
    const document = clipId && editor.settledOrSay()
    const parts = (document ? partsOfShot(document, clipId) : [])
      .filter(({ track, clip }) => !track.isLocked && 'look' in clip && clip.hasTries)
    if (parts.length > 0)
      editor.edit('keep-try', [{ do: 'settleTries', clipIds: parts.map(({ clip }) => clip.id) }])
  }

  return {
    shown,
    mayOpen: (): boolean => toOpen() !== null,
    open(): void {
      openOf.value = toOpen()
      if (openOf.value !== null)
        editor.view.selection.value = selectOnly(openOf.value)
      see(openOf.value)
    },
    /** Whether a choice is still to be made for what is shown. */
    mayKeep: (): boolean => pictureOf(shown.value?.clipId ?? null)?.hasTries === true,
    /** The one in use is the one that was chosen: they are not offered again by themselves. */
    keep(): void {
      settle()
      openOf.value = null
    },
    /** They come back with the next page, or by *Compare tries*. */
    close: (): void => void (openOf.value = null),
    /** Puts the try with this place, from 0, into the clip. Null where it is not there. */
    async choose(index: number): Promise<void> {
      const now = shown.value
      const takeId = now?.tries[index]?.takeId
      if (!now || !takeId || now.takeId === null)
        return
      if (takeId === now.takeId) {
        settle()
        return see(now.clipId)
      }
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

function picturesOf(document: SequenceDocument | null): PictureClip[] {
  return document ? tracksOf(document).flatMap(track => track.kind === 'pictures' ? clipsOf(track) : []) : []
}
export type Tries = ReturnType<typeof useTries>
