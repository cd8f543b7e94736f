/** Several requests from one form: what they are, what they cost, and sending them. */
import type { Field, Fields, FieldValue } from '#contract/models.ts'
import type { ProjectId } from '#contract/words.ts'
import type { AnyFault } from '../../../studio.ts'
import type { Bench } from '../form/use-workbench.ts'
import type { BatchPlan } from './batch.ts'
import { computed, shallowReadonly, shallowRef, watch } from 'vue'
import { checkRequest } from '#rules/models/check-request.ts'
import { seedFieldOf } from '#rules/models/repeats.ts'
import { excludedBy } from '../../../parts/fields/field-form.ts'
import { useIntents } from '../../../parts/intents/use-intents.ts'
import { useAlreadyMade } from '../../../parts/jobs/use-already-made.ts'
import { useSendings } from '../../../parts/jobs/use-sendings.ts'
import { useEstimates } from '../../../parts/spend/use-estimates.ts'
import { attempt, studio } from '../../../studio.ts'
import { axesOf, countOf, mostVariants, numbersIn, variantsOf } from './batch.ts'

/** One of the two fields of a grid: numbers are written, choices are ticked. */
export interface AxisDraft { readonly name: string | null, readonly text: string, readonly choices: readonly string[] }

/** From here on the user is asked again. */
const asksAbove = 10
/** One batch after another. */
const place = 'batch'
const noAxis: AxisDraft = { name: null, text: '', choices: [] }

export function useBatch(bench: Bench, projectId: () => ProjectId | null) {
  const estimates = useEstimates()
  const { sendingsOf } = useSendings()
  const intents = useIntents()
  const alreadyMade = useAlreadyMade()
  const by = shallowRef<BatchPlan['by']>('seeds')
  const from = shallowRef(1)
  const count = shallowRef(4)
  const lines = shallowRef('')
  const axes = shallowRef<readonly AxisDraft[]>([noAxis, noAxis])
  const fault = shallowRef<AnyFault | null>(null)

  const seedField = computed(() => bench.model.value && seedFieldOf(bench.model.value))
  const gridFields = computed<Field[]>(() => {
    const model = bench.model.value
    return model
      ? model.fields.filter(field => ['integer', 'number', 'choice'].includes(field.type)
        && excludedBy(model, bench.fields.value, field) === null)
      : []
  })
  // Another model has other fields.
  watch(() => bench.model.value?.id, () => {
    axes.value = axes.value.map(axis => gridFields.value.some(field => field.name === axis.name) ? axis : noAxis)
  })

  function readAxis(axis: AxisDraft): { field: Field, values: FieldValue[], refused: string[] } | null {
    const field = gridFields.value.find(one => one.name === axis.name)
    if (!field)
      return null
    return field.type === 'choice' ? { field, values: [...axis.choices], refused: [] } : { field, ...numbersIn(field, axis.text) }
  }
  const readAxes = computed(() => axes.value.map(readAxis))

  const plan = computed<BatchPlan | null>(() => {
    switch (by.value) {
      case 'seeds': return seedField.value && { by: 'seeds', field: seedField.value, from: from.value, count: count.value }
      case 'words': return bench.promptField.value && { by: 'words', field: bench.promptField.value, texts: lines.value.split('\n') }
      case 'grid': return { by: 'grid', axes: readAxes.value.flatMap(axis => axis ?? []) }
      default: return by.value satisfies never
    }
  })
  const total = computed(() => plan.value ? countOf(plan.value) : 0)
  const isTooMany = computed(() => total.value > mostVariants)
  /** Several at once are not heard while they arrive. */
  const base = computed((): Fields => {
    const { stream: _stream, ...others } = bench.fieldsSent.value
    return others
  })
  const variants = computed<readonly Fields[]>(() => plan.value && !isTooMany.value ? variantsOf(base.value, plan.value) : [])
  /** Names of the fields that differ from request to request. */
  const varied = computed(() => plan.value ? axesOf(plan.value).map(axis => axis.field.name) : [])
  const issues = computed(() => {
    const model = bench.model.value
    const facts = bench.facts()
    return model ? variants.value.map(fields => checkRequest(model, bench.asChecked(fields), facts).filter(issue => !issue.isWarning)) : []
  })
  const firstIssue = computed(() => issues.value.flat()[0] ?? null)
  const hasRefused = computed(() => by.value === 'grid' && readAxes.value.some(axis => (axis?.refused.length ?? 0) > 0))

  watch(variants, () => {
    fault.value = null
  })

  const sendings = computed(() => {
    const { model, account } = bench
    return variants.value.flatMap(fields => account.value && model.value
      ? sendingsOf(account.value.id, model.value, fields, bench.ownVoiceId.value)
      : [])
  })

  /** Answers how many were queued, all or none of those that are to be made; null where the panel stays open. */
  async function send(): Promise<number | null> {
    const [model, account, at, voiceId, workbench] = [
      bench.model.value,
      bench.account.value,
      projectId(),
      bench.ownVoiceId.value,
      bench.workbench.value,
    ]
    if (!model || !account || variants.value.length === 0)
      return null
    const all = [...variants.value]
    const of = { accountId: account.id, modelId: model.id, projectId: at }
    const kind = { ...of, voiceId, workbench }
    const queued = await intents.press(place, { ...kind, variants: all }, async () => {
      // One whose answer was lost is not sent again: it keeps its id.
      const { variants: toMake, isShown } = intents.isOpen(['batch', { ...kind, variants: all }])
        ? { variants: all, isShown: false }
        : await alreadyMade.toMake({ accountId: account.id, model, voiceId, variants: all })
      if (toMake.length === 0)
        return isShown ? 0 : null
      if (!await estimates.confirm(toMake.flatMap(fields => sendingsOf(account.id, model, fields, voiceId)), at))
        return null
      const variants = [...toMake]
      const answer = await intents.once(['batch', { ...kind, variants }], (requestId) => {
        const request = { requestId, ...of, variants }
        return attempt({
          speech: () => studio.make.speeches({ ...request, voiceId }),
          image: () => studio.make.images(request),
          edit: () => studio.make.images(request),
          video: () => studio.make.videos(request),
        }[workbench]())
      })
      fault.value = answer.fault ?? null
      if (answer.value)
        bench.noteSent(answer.value.jobIds)
      return answer.value ? toMake.length : null
    })
    return queued ?? null
  }

  return {
    by,
    from,
    count,
    lines,
    axes,
    seedField,
    gridFields,
    readAxes,
    total,
    isTooMany,
    variants,
    sendings,
    varied,
    firstIssue,
    needsConfirming: computed(() => variants.value.length > asksAbove),
    maySend: computed(() => bench.maySend.value && variants.value.length > 0 && firstIssue.value === null && !hasRefused.value),
    isSending: computed(() => intents.isUnderWay(place)),
    fault: shallowReadonly(fault),
    setAxis(index: number, axis: AxisDraft): void {
      axes.value = axes.value.map((one, place) => place === index ? axis : one)
    },
    /** Begins from what the form contains now. */
    begin(): void {
      fault.value = null
      const { promptField, fields } = bench
      const words = promptField.value ? fields.value[promptField.value.name] : undefined
      const seed = seedField.value ? fields.value[seedField.value.name] : undefined
      if (lines.value.trim() === '' && typeof words === 'string')
        lines.value = words
      if (typeof seed === 'number')
        from.value = seed
      if (!seedField.value && by.value === 'seeds')
        by.value = 'words'
    },
    send,
  }
}
