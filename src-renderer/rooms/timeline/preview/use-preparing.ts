/** Whether a picture at the playhead has no preview yet, which is being made. */
import type { Asset } from '#contract/takes.ts'
import type { Editor } from '../use-editor.ts'
import { computed } from 'vue'
import { clipsOf, tracksOf } from '#rules/sequence/document.ts'
import { useRenditions } from '../../../stores/renditions.ts'
import { useTakes } from '../../../stores/takes.ts'

/** The share that is done of the one that is furthest, 0 while it waits; null where all pictures are there. */
export function usePreparing(editor: Editor, at: () => number) {
  const takes = useTakes()
  const renditions = useRenditions()
  const seen = computed((): Asset[] => {
    const now = editor.document.value && editor.inner.flat(editor.document.value)
    const frame = at()
    const tracks = now ? tracksOf(now).filter(track => track.kind === 'pictures' && !track.isMuted) : []
    return tracks.flatMap(track => clipsOf(track)).flatMap((clip) => {
      const isAt = 'look' in clip && !clip.isDisabled && clip.start <= frame && frame < clip.start + clip.length
      return isAt && clip.takeId !== null ? takes.get(clip.takeId)?.asset ?? [] : []
    })
  })
  return computed((): number | null => {
    const shares = seen.value.flatMap(({ id }) => renditions.shareOf(id) ?? [])
    return shares.length === 0 ? null : Math.max(...shares)
  })
}
