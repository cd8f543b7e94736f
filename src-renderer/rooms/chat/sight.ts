/** Which chat models can see: the catalogue says it in words only, so their names and summaries tell. */
import type { Model } from '#contract/models.ts'

/** `Qwen3 VL`, `llava`, "looks at pictures": the marks by which such models are known. */
export function canSee(model: Pick<Model, 'id' | 'label' | 'summary'>): boolean {
  return /(?:^|[^a-z])(?:vl|vision|vlm|llava|pixtral|omni)(?:[^a-z]|$)/i.test(`${model.id} ${model.label}`)
    || /\b(?:pictures?|images?|see|sees|vision)\b/i.test(model.summary)
}
