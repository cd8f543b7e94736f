/** What is different about each of the takes that are compared. */
import type { Take } from '#contract/takes.ts'
import { computed } from 'vue'
import { useModels } from '../../../stores/models.ts'
import { useTexts } from '../../../texts/texts.ts'
import { useFieldNames } from '../../fields/use-field-names.ts'
import { voiceName } from '../../voices/voice-name.ts'
import { fieldsThatDiffer } from '../take-differences.ts'

export function useComparedFacts(takes: () => readonly Take[]): (take: Take) => string {
  const t = useTexts()
  const models = useModels()
  const { nameOf } = useFieldNames()
  const differing = computed(() => fieldsThatDiffer(takes()))
  const areOfSeveralModels = computed(() => new Set(takes().map(take => take.modelId)).size > 1)

  return (take) => {
    const model = areOfSeveralModels.value ? [models.get(take.modelId)?.label ?? take.modelId ?? t.value.player.imported] : []
    const own = differing.value.flatMap((name) => {
      const value = take.request?.fields[name]
      return value === undefined || typeof value === 'object' ? [] : [`${nameOf(name)} ${value === take.voice ? voiceName(value) : String(value)}`]
    })
    return [...model, ...own].join(' · ') || take.title
  }
}
