/** Image: one paid request, answered with one or more pictures, made from a prompt or from a source. */
import type { DecodedFile } from '../../service/decode.ts'
import type { KindOfWork, Work } from '../kind.ts'
import { decodeImages } from '../../service/decode.ts'
import { ServiceError } from '../../service/service-error.ts'
import { fileAnswer, recordAnswer } from './answers.ts'
import { answerPath, connect, PaidPlan, prepare, send } from './paid.ts'

/** An answer may contain only the addresses of its pictures; they are downloaded with the same account, for free. */
async function picturesOf(work: Work<PaidPlan>, contentType: string): Promise<readonly DecodedFile[]> {
  const connection = await connect(work)
  if ('blockedBy' in connection)
    throw new ServiceError({ kind: 'auth', said: '', charged: 'no' })
  await work.client.fetchImages(connection, answerPath(work), work.signal)
  return decodeImages(answerPath(work), contentType)
}

export const image: KindOfWork<PaidPlan> = {
  nature: 'asks',
  plan: PaidPlan,
  steps: {
    preparing: prepare,
    sending: work => send(work, 'image', { onAnswer: async answer => recordAnswer(answer) }),
    verifying: work => fileAnswer(work, 'picture', contentType => picturesOf(work, contentType)),
  },
}
