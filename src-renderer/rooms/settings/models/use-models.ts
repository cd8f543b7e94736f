/** Actions on the catalogue: hide, remove, export, import, and ask an account what it offers. */
import type { Account } from '#contract/accounts.ts'
import type { Model } from '#contract/models.ts'
import type { Kind, ModelId } from '#contract/words.ts'
import type { AnyFault } from '../../../studio.ts'
import { shallowReadonly, shallowRef } from 'vue'
import { useNotices } from '../../../actions/notices.ts'
import { useAsk } from '../../../parts/dialogs/use-ask.ts'
import { useTextFile } from '../../../parts/files/use-text-file.ts'
import { useModels } from '../../../stores/models.ts'
import { attempt, studio } from '../../../studio.ts'
import { useTexts } from '../../../texts/texts.ts'

/** As much as the studio reads of a catalogue file. */
const mostCharacters = 2_000_000

export interface Offer {
  readonly account: string
  readonly hasList: boolean
  readonly offered: readonly string[]
  readonly unknown: readonly string[]
}

export function useModelActs() {
  const t = useTexts()
  const ask = useAsk()
  const notices = useNotices()
  const saveText = useTextFile()
  const models = useModels()
  const fault = shallowRef<AnyFault | null>(null)
  const offer = shallowRef<Offer | null>(null)
  const isAsking = shallowRef(false)

  async function remove(model: Model): Promise<void> {
    const answer = await attempt(studio.models.remove({ modelId: model.id }))
    if (answer.fault)
      notices.fault(answer.fault)
    else
      notices.say(texts => texts.settings.models.removed(model.label))
  }

  return {
    /** What the last import or question was refused with. */
    fault: shallowReadonly(fault),
    offer: shallowReadonly(offer),
    isAsking: shallowReadonly(isAsking),
    async hide(model: Model, isHidden: boolean): Promise<void> {
      const answer = await attempt(studio.models.hide({ modelId: model.id, isHidden }))
      if (answer.fault)
        notices.fault(answer.fault)
    },
    async askRemove(model: Model): Promise<void> {
      const isSure = await ask(({ settings: { models: words }, shell }) =>
        ({ title: words.removeTitle(model.label), content: words.removeBody, act: shell.act.remove }))
      if (isSure)
        await remove(model)
    },
    async exportFile(): Promise<void> {
      const answer = await attempt(studio.models.export({}))
      if (answer.fault)
        return notices.fault(answer.fault)
      saveText(answer.value.text, answer.value.fileName, 'application/json')
    },
    async importFile(file: File): Promise<void> {
      fault.value = null
      // As they were when the file was chosen: reading it takes a while.
      const expected = models.all.filter(model => !model.isBuiltIn)
      const text = file.size > mostCharacters * 4 ? null : await file.text()
      if (text === null || text.length > mostCharacters) {
        fault.value = { code: 'bad-model', data: { where: file.name, said: t.value.settings.models.tooLarge } }
        return
      }
      const answer = await attempt(studio.models.import({ text, expected }))
      if (answer.fault)
        fault.value = answer.fault
      else
        notices.say(texts => texts.settings.models.imported(answer.value.modelIds.length), { tone: 'good' })
    },
    async refresh(account: Account): Promise<void> {
      fault.value = null
      offer.value = null
      isAsking.value = true
      const answer = await attempt(studio.models.refresh({ accountId: account.id }))
      isAsking.value = false
      if (answer.fault)
        fault.value = answer.fault
      else
        offer.value = { account: account.name, ...answer.value }
    },
    forgetOffer(): void {
      offer.value = null
      fault.value = null
    },
    /** A new entry to fill in; null, with a notice, when the studio cannot give one. */
    async template(kind: Kind, modelId: ModelId): Promise<Model | null> {
      const answer = await attempt(studio.models.template({ kind, modelId }))
      if (answer.fault)
        notices.fault(answer.fault)
      return answer.value?.model ?? null
    },
    /** `expected`: the user's own model that it replaces, as it was when it was opened; null for none. */
    async save(model: Model, expected: Model | null): Promise<AnyFault | null> {
      const answer = await attempt(studio.models.save({ model, expected }))
      if (!answer.fault)
        notices.say(texts => texts.settings.models.saved(model.label), { tone: 'good' })
      return answer.fault ?? null
    },
  }
}
export type ModelActs = ReturnType<typeof useModelActs>
