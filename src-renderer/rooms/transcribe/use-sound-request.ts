/** The request to transcribe a sound: its model, its fields, kept over a reload, and sending it. */
import type { Field, Fields, Model } from '#contract/models.ts'
import type { Take } from '#contract/takes.ts'
import type { ModelId, ProjectId } from '#contract/words.ts'
import { until } from '@vueuse/core'
import { computed } from 'vue'
import { plainText } from '#rules/plain-data.ts'
import { fieldsThatFit, withField } from '../../parts/fields/field-form.ts'
import { useHeldFiles } from '../../parts/files/held-files.ts'
import { useRequestForm } from '../../parts/jobs/use-request-form.ts'
import { useSendings } from '../../parts/jobs/use-sendings.ts'
import { useModels } from '../../stores/models.ts'
import { useTakes } from '../../stores/takes.ts'
import { attempt, studio } from '../../studio.ts'
import { useSoundDraft } from './sound-draft.ts'

/** The field that takes the sound. */
export function soundFieldOf(model: Model): Field | null {
  return model.fields.find(field => field.group === 'source' && field.type === 'file') ?? null
}

/** While a file is on its way into the form (`isComing`) nothing is sent: it would be the sound that was there before. */
export function useSoundRequest(projectId: () => ProjectId | null, isComing: () => boolean) {
  const draft = useSoundDraft()
  const models = useModels()
  const takes = useTakes()
  const held = useHeldFiles()
  const { sendingsOf } = useSendings()

  const choices = computed(() => models.ofKind('transcribe').filter(model => !model.isHidden))
  const model = computed<Model | null>(() => choices.value.find(one => one.id === draft.modelId()) ?? choices.value[0] ?? null)
  const fields = computed<Fields>(() => model.value ? fieldsThatFit(model.value, draft.fieldsOf(projectId(), model.value.id)) : {})
  const form = useRequestForm('transcribe', {
    projectId,
    isComing,
    model: () => model.value,
    fields: () => fields.value,
    written: () => [projectId(), draft.written()],
    sendings: (account, model) => fields.value[soundFieldOf(model)?.name ?? ''] === undefined
      ? []
      : sendingsOf(account.id, model, fields.value),
    queue: () => ({ what: 'transcribe', call: request => attempt(studio.make.transcribe(request)) }),
  })

  function change(next: Fields): void {
    if (model.value)
      draft.put(projectId(), model.value.id, next)
  }

  /** Another model transcribes the same sound. */
  function choose(modelId: ModelId): void {
    const next = choices.value.find(one => one.id === modelId)
    const from = model.value && soundFieldOf(model.value)
    const to = next && soundFieldOf(next)
    const sound = from ? fields.value[from.name] : undefined
    draft.choose(modelId)
    if (to && sound !== undefined)
      draft.put(projectId(), modelId, withField(draft.fieldsOf(projectId(), modelId), to.name, sound))
  }

  async function send(): Promise<void> {
    const sound = model.value && soundFieldOf(model.value)
    const sent = sound && fields.value[sound.name]
    // What was sent leaves the form, for the next sound; one that was put there in the meantime stays.
    if (await form.send() && sound && plainText(fields.value[sound.name]) === plainText(sent))
      change(withField(fields.value, sound.name, undefined))
  }

  return {
    ...form,
    choices,
    model,
    fields,
    change,
    choose,
    send,
    /** Fills the form with the request that made a transcript. */
    async fill(take: Take): Promise<void> {
      await until(() => models.isReady).toBe(true)
      for (const sourceId of take.sourceTakeIds) {
        const source = await takes.load(sourceId)
        if (source.value)
          held.note(source.value.take)
      }
      const wanted = choices.value.find(one => one.id === take.modelId) ?? model.value
      if (!wanted || !take.request)
        return
      draft.choose(wanted.id)
      draft.put(projectId(), wanted.id, fieldsThatFit(wanted, take.request.fields))
    },
  }
}
