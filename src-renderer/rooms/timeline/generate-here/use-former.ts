/** The request of the take that is replaced: its model, its prompt, and all that is sent with it again, but for the seed. */
import type { Fields, Model } from '#contract/models.ts'
import type { Take } from '#contract/takes.ts'
import type { Kind } from '#contract/words.ts'
import type { SourceMoment } from '#rules/sequence/match-frame.ts'
import type { Here } from './here.ts'
import { computed, shallowRef } from 'vue'
import { seedFieldOf } from '#rules/models/repeats.ts'
import { typedFields } from '#rules/shelf/typed.ts'
import { useModels } from '../../../stores/models.ts'
import { useTakes } from '../../../stores/takes.ts'

interface Former {
  readonly model: Model
  readonly prompt: string
  readonly fields: Fields
  /** The picture that it began with. */
  readonly first: SourceMoment | null
}

/** Null while nothing is replaced, and for a take that no model of these kinds has made. */
export function useFormer(here: Here, kinds: readonly Kind[]) {
  const models = useModels()
  const takes = useTakes()
  const take = shallowRef<Take | null>(null)
  if (here.kind === 'replace')
    void takes.load(here.takeId).then(({ value }) => take.value = value?.take ?? null)

  return computed((): Former | null => {
    const request = take.value?.request
    const model = models.all.find(one => one.id === take.value?.modelId && kinds.includes(one.kind))
    const fields = model && request && typedFields(model, request)
    const prompt = fields?.prompt
    if (!fields || !model || typeof prompt !== 'string')
      return null
    const seed = seedFieldOf(model)?.name
    const [sourceId] = take.value?.sourceTakeIds ?? []
    return {
      model,
      prompt,
      fields: Object.fromEntries(Object.entries(fields).filter(([name]) => name !== seed)),
      first: sourceId ? { takeId: sourceId, seconds: 0 } : null,
    }
  })
}
