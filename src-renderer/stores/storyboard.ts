/** The storyboard of the open project, as main has it. */
import type { StoryboardLook, StoryboardPicture } from '#contract/storyboard.ts'
import type { PictureId, ProjectId } from '#contract/words.ts'
import { defineStore } from 'pinia'
import { computed, shallowRef, watch } from 'vue'
import { studio } from '../studio.ts'
import { mirror } from './mirror.ts'
import { useProject } from './project.ts'

export const useStoryboardStore = defineStore('storyboard', () => {
  const open = useProject()
  const ofProject = { key: () => open.projectId }
  const pictureMirror = mirror((projectId: ProjectId, options) => studio.storyboard.changes({ projectId }, options), ofProject)
  const lookMirror = mirror((projectId: ProjectId, options) => studio.storyboard.look({ projectId }, options), ofProject)
  /** As their last change was answered, which may arrive before the feed's event. */
  const answered = shallowRef<ReadonlyMap<PictureId, StoryboardPicture>>(new Map())
  const answeredLook = shallowRef<StoryboardLook | null>(null)
  watch(lookMirror.byId, () => {
    answeredLook.value = null
  })

  return {
    pictures: computed<readonly StoryboardPicture[]>(() => {
      const all = new Map(pictureMirror.byId.value)
      for (const [id, picture] of answered.value) {
        if (picture.projectId === open.projectId && picture.changedAt > (all.get(id)?.changedAt ?? 0))
          all.set(id, picture)
      }
      return [...all.values()]
    }),
    look: computed<StoryboardLook | null>(() =>
      (answeredLook.value?.id === open.projectId ? answeredLook.value : lookMirror.get(open.projectId)) ?? null),
    isReady: computed(() => pictureMirror.isReady.value && lookMirror.isReady.value),
    putLook(look: StoryboardLook): void {
      answeredLook.value = look
    },
    put(pictures: readonly StoryboardPicture[]): void {
      answered.value = new Map([...answered.value, ...pictures.map((picture): [PictureId, StoryboardPicture] => [picture.id, picture])])
    },
  }
})
