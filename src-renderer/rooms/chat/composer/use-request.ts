/** With what a conversation asks: model, parameters, account, and whether the model could use what is shown to it. */
import type { FieldIssue } from '#contract/faults.ts'
import type { Fields, Model } from '#contract/models.ts'
import type { ModelId } from '#contract/words.ts'
import { computed } from 'vue'
import { checkRequest } from '#rules/models/check-request.ts'
import { fieldsThatFit } from '../../../parts/fields/field-form.ts'
import { useAccounts } from '../../../stores/accounts.ts'
import { useModels } from '../../../stores/models.ts'
import { useChatDrafts } from './drafts.ts'

export function useRequest() {
  const drafts = useChatDrafts()
  const models = useModels()
  const accounts = useAccounts()

  const choices = computed(() => models.ofKind('chat').filter(model => !model.isHidden))
  const model = computed<Model | null>(() => choices.value.find(one => one.id === drafts.modelId()) ?? choices.value[0] ?? null)
  const fields = computed<Fields>(() => model.value ? fieldsThatFit(model.value, drafts.fieldsOf(model.value.id)) : {})
  const issues = computed<FieldIssue[]>(() => model.value ? checkRequest(model.value, fields.value) : [])
  const account = computed(() => accounts.current ?? null)

  return {
    choices,
    model,
    fields,
    issues,
    isBlocked: computed(() => issues.value.some(issue => !issue.isWarning)),
    account,
    maySend: computed(() => accounts.canSend),
    canSee: computed(() => model.value?.seesPictures ?? false),
    /** To be offered where the chosen one cannot see. */
    seeing: computed(() => choices.value.find(one => one.seesPictures) ?? null),
    choose: (modelId: ModelId) => drafts.choose(modelId),
    change(next: Fields): void {
      if (model.value)
        drafts.putFields(model.value.id, next)
    },
  }
}
