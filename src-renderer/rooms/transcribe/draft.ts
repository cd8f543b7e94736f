/** What is filled in to write something down: kept in the page's own storage, so that a reload or another room loses nothing. */
import type { Fields } from '#contract/models.ts'
import type { ModelId, ProjectId } from '#contract/words.ts'
import { debounceFilter, useLocalStorage } from '@vueuse/core'
import { defineStore } from 'pinia'
import { z } from 'zod'
import { Fields as AnyFields } from '#contract/models.ts'
import { ModelId as AnyModelId } from '#contract/words.ts'

const Draft = z.object({ modelId: AnyModelId.nullable(), fields: z.record(z.string(), AnyFields) })
type Draft = z.infer<typeof Draft>
const none: Draft = { modelId: null, fields: {} }

function readDraft(text: string): Draft {
  try {
    return Draft.parse(JSON.parse(text))
  }
  catch {
    // Written by another version: an empty form is better than a page that does not open.
    return none
  }
}

export const useSoundDraft = defineStore('sound-draft', () => {
  const kept = useLocalStorage<Draft>('takeroom.transcribe', none, {
    shallow: true,
    serializer: { read: readDraft, write: draft => JSON.stringify(draft) },
    eventFilter: debounceFilter(250),
    // A full storage costs the draft after a reload, nothing else.
    onError: cause => console.warn(cause),
  })
  const keyOf = (projectId: ProjectId | null, modelId: ModelId): string => `${projectId ?? 'none'} ${modelId}`
  return {
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
