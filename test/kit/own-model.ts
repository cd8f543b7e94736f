/** A model of the user's own at a service made by hand, with a price: what it makes, and what that costs. */
import type { Field, Fields, Model } from '#contract/models.ts'
import type { Cost, Rates } from '#contract/spend.ts'
import type { JobId, ModelId, RequestId } from '#contract/words.ts'
import type { OpenStudio } from '../../src-main/studio/open-studio.ts'
import type { OddAnswer, OddService } from './odd-service.ts'
import { noRates } from '#rules/spend/estimate.ts'
import { newId } from '../../src-main/base/ids.ts'
import { openOddService } from './odd-service.ts'
import { call } from './paid-inputs.ts'

export interface OwnModel {
  readonly service: OddService
  /** An image or speech, by the kind of the model. */
  readonly make: (fields: Fields) => Promise<JobId>
  readonly ask: (text: string) => Promise<JobId>
  readonly cost: (jobId: JobId) => Promise<Cost | undefined>
}

/** The service gives every request this answer; the model is a built-in one that is changed. */
export async function openOwnModel(
  { parts, handlers }: OpenStudio,
  answer: OddAnswer,
  builtIn: string,
  change: (model: Model) => Partial<Model>,
  rates: Partial<Rates>,
): Promise<OwnModel> {
  const service = await openOddService(() => answer)
  const { id: accountId } = await parts.accounts.connect({ name: 'Odd', baseUrl: service.url, key: service.key })
  const model = parts.models.all().find(each => each.id === builtIn)!
  const modelId = `own-${newId<JobId>()}` as ModelId
  await parts.models.save({ ...model, ...change(model), id: modelId, isBuiltIn: false })
  await handlers.spend.setPrice({ accountId, modelId, rates: { ...noRates, ...rates } }, call)
  return {
    service,
    async make(fields) {
      const wish = { requestId: newId<RequestId>(), accountId, modelId, projectId: null, fields }
      const [jobId] = model.kind === 'image'
        ? await parts.make.image(wish)
        : await parts.make.speech({ ...wish, lineId: null, voiceId: null, isOverSocket: false })
      return jobId!
    },
    async ask(text) {
      const { id: conversationId } = await parts.conversations.create({ title: '', projectId: null, system: '' })
      const wish = { requestId: newId<RequestId>(), accountId, modelId, fields: { stream: true }, conversationId, parentId: null }
      return (await parts.make.send({ ...wish, parts: [{ type: 'text', text }] })).jobId
    },
    cost: async jobId => (await parts.spend.costsOf([jobId]))[0],
  }
}

/** With a field for how many pictures a request asks for. */
export function withCountField({ fields }: Model, more: Partial<Field> = {}): Partial<Model> {
  return { fields: [...fields, { ...fields.find(field => field.name === 'seed')!, name: 'n', ...more }] }
}
