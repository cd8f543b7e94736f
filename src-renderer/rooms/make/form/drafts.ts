/** The drafts of the workbenches, in local storage, so that a reload or another room loses nothing. */
import type { ModelId, ProjectId } from '#contract/words.ts'
import { defineStore } from 'pinia'
import { z } from 'zod'
import { Fields } from '#contract/models.ts'
import { ModelId as AnyModelId } from '#contract/words.ts'
import { useStoredDraft } from '../../../parts/drafts/use-stored-draft.ts'
import { pageKeys } from '../../../wire/page-keys.ts'
import { Workbench } from './workbenches.ts'

const Draft = z.object({ modelId: AnyModelId.nullable(), byModel: z.record(z.string(), Fields) })
export type Draft = z.infer<typeof Draft>
const Drafts = z.object({ workbench: Workbench, drafts: z.record(z.string(), Draft) })
type Drafts = z.infer<typeof Drafts>

const none: Drafts = { workbench: 'speech', drafts: {} }
const empty: Draft = { modelId: null, byModel: {} }

export const useDrafts = defineStore('drafts', () => {
  const kept = useStoredDraft(pageKeys.drafts, Drafts, none)
  const keyOf = (projectId: ProjectId | null, workbench: Workbench): string => `${projectId ?? 'none'} ${workbench}`

  return {
    workbench: () => kept.value.workbench,
    open(workbench: Workbench): void {
      kept.value = { ...kept.value, workbench }
    },
    draftOf: (projectId: ProjectId | null, workbench: Workbench): Draft => kept.value.drafts[keyOf(projectId, workbench)] ?? empty,
    /** Puts everything that was filled in there back as it was, unless it is not `left` any more. Answers whether it did. */
    restore(projectId: ProjectId | null, workbench: Workbench, draft: Draft, left: Draft): boolean {
      const key = keyOf(projectId, workbench)
      if (JSON.stringify(kept.value.drafts[key] ?? empty) !== JSON.stringify(left))
        return false
      kept.value = { ...kept.value, drafts: { ...kept.value.drafts, [key]: draft } }
      return true
    },
    /** Keeps these fields for the model and makes it the one in use. */
    put(projectId: ProjectId | null, workbench: Workbench, modelId: ModelId, fields: Fields): void {
      const key = keyOf(projectId, workbench)
      const draft = kept.value.drafts[key] ?? empty
      kept.value = { ...kept.value, drafts: { ...kept.value.drafts, [key]: { modelId, byModel: { ...draft.byModel, [modelId]: fields } } } }
    },
  }
})
