/** The draft of the transcription form, in local storage, so that a reload or another room loses nothing. */
import type { Fields } from '#contract/models.ts'
import type { ModelId, ProjectId } from '#contract/words.ts'
import { defineStore } from 'pinia'
import { z } from 'zod'
import { Fields as AnyFields } from '#contract/models.ts'
import { ModelId as AnyModelId } from '#contract/words.ts'
import { useStoredDraft } from '../../parts/drafts/use-stored-draft.ts'
import { pageKeys } from '../../wire/page-keys.ts'

const Draft = z.object({ modelId: AnyModelId.nullable(), fields: z.record(z.string(), AnyFields) })
type Draft = z.infer<typeof Draft>
const none: Draft = { modelId: null, fields: {} }

export const useSoundDraft = defineStore('sound-draft', () => {
  const kept = useStoredDraft(pageKeys.transcribe, Draft, none)
  const keyOf = (projectId: ProjectId | null, modelId: ModelId): string => `${projectId ?? 'none'} ${modelId}`
  return {
    /** All of it. Plain data. */
    written: (): unknown => kept.value,
    modelId: (): ModelId | null => kept.value.modelId,
    fieldsOf: (projectId: ProjectId | null, modelId: ModelId): Fields => kept.value.fields[keyOf(projectId, modelId)] ?? {},
    choose(modelId: ModelId): void {
      kept.value = { ...kept.value, modelId }
    },
    put(projectId: ProjectId | null, modelId: ModelId, fields: Fields): void {
      kept.value = { ...kept.value, fields: { ...kept.value.fields, [keyOf(projectId, modelId)]: fields } }
    },
  }
})
