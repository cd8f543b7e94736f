/** A clip whose file is missing: finding the file on the disk, or making it again. */
import type { Take } from '#contract/takes.ts'
import type { Editor } from '../use-editor.ts'
import type { ClipActs } from './use-clip-acts.ts'
import { computed } from 'vue'
import { useRouter } from 'vue-router'
import { swapsOfAll } from '#rules/sequence/swap-takes.ts'
import { useNotices } from '../../../actions/notices.ts'
import { useQuestion } from '../../../actions/question.ts'
import { againRoute } from '../../../parts/takes/again-route.ts'
import { useRelink } from '../../../parts/takes/use-relink.ts'
import { showTime } from '../../../parts/text/show-time.ts'
import { useProjects } from '../../../stores/projects.ts'
import { useRenditions } from '../../../stores/renditions.ts'
import { useTakes } from '../../../stores/takes.ts'
import { attempt, studio } from '../../../studio.ts'

export function useMediaActs(editor: Editor, clips: ClipActs) {
  const takes = useTakes()
  const renditions = useRenditions()
  const projects = useProjects()
  const notices = useNotices()
  const question = useQuestion()
  const router = useRouter()

  /** The take of the clip that was touched last. */
  const take = computed(() => {
    const clip = clips.at.value?.clip
    return clip && 'takeId' in clip && clip.takeId ? takes.get(clip.takeId) ?? null : null
  })
  /** Why there is no preview of it; null while there is one, or may be. */
  const noPreview = computed(() => {
    const rendition = take.value && renditions.get(take.value.asset.id)
    return rendition?.state === 'impossible' ? rendition : null
  })
  const isMissing = computed(() => take.value !== null && (take.value.asset.isMissing || renditions.isMissing(take.value.asset.id)))
  /** Of a missing file none can be made, and some files are played as they are. */
  const mayPreviewAgain = computed(() => {
    const rendition = take.value && !isMissing.value ? renditions.get(take.value.asset.id) : undefined
    return rendition?.state === 'impossible' || (rendition?.state === 'ready' && rendition.madeAt > 0)
  })
  const mayMakeAgain = computed(() => clips.takes.spoken.value ? isMissing.value : Boolean(take.value?.request))

  /** Puts the take in the place of the other in every clip of this sequence that may be changed. */
  function useInstead(of: Take, other: Take): void {
    const settled = editor.settledOrSay()
    if (!settled)
      return
    const edits = swapsOfAll(settled, of.id, clip => clips.takes.swapEdit(clip, other))
    if (edits.length === 0)
      notices.say(t => t.timeline.unusable(1, other.title), { tone: 'bad' })
    else
      editor.edit('take', edits)
  }
  const lengthOf = ({ asset }: Take): string => asset.durationSeconds === null ? '' : ` (${showTime(asset.durationSeconds)})`

  const relink = useRelink({
    projectId: () => editor.projectId,
    onFound: found => renditions.want([found.asset.id], []),
    async onOther(found, wantedId) {
      const of = takes.get(wantedId)
      if (of && await question.ask({
        title: t => t.timeline.media.otherTitle,
        body: t => t.timeline.media.otherBody(`${found.title}${lengthOf(found)}`, `${of.title}${lengthOf(of)}`),
        act: t => t.timeline.media.otherAct,
      })) {
        useInstead(of, found)
      }
    },
  })

  return {
    take,
    noPreview,
    isMissing,
    mayMakeAgain,
    mayPreviewAgain,
    async previewAgain(): Promise<void> {
      if (!take.value)
        return
      const { fault } = await attempt(studio.renditions.remake({ assetIds: [take.value.asset.id] }))
      if (fault)
        notices.fault(fault)
    },
    locate(): void {
      if (take.value)
        relink(take.value.id)
    },
    /**
     * A line is made again in the script; everything else with its request, which is sent from the form that tells the cost: the very same
     * where the file is missing, else with a new seed. What is made comes into the clip.
     */
    makeAgain(): void {
      if (clips.takes.spoken.value)
        return clips.goToLine()
      const [clip, isOpen] = [clips.at.value?.clip, projects.get(take.value?.projectId ?? null)?.trashedAt === null]
      const how = isMissing.value ? 'again' : 'vary'
      if (take.value && clip)
        void router.push(againRoute(take.value, how, isOpen, { sequenceId: editor.sequenceId, clipId: clip.id }))
    },
  }
}
export type MediaActs = ReturnType<typeof useMediaActs>
