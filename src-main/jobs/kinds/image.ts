/** Image: one paid request, answered with one or more pictures, made from a prompt or from a source. */
import type { KindOfWork } from '../kind.ts'
import { decodeImageParts } from '../../service/decode-part.ts'
import { decodeImages } from '../../service/decode.ts'
import { fileAnswer, recordAnswer } from './answers.ts'
import { fetchNamedFiles } from './named-files.ts'
import { answerPath, PaidPlan, prepare, send } from './paid.ts'
import { keepsParts } from './partial.ts'

export const image: KindOfWork<PaidPlan> = {
  nature: 'asks',
  plan: PaidPlan,
  steps: {
    preparing: prepare,
    sending: work => send(work, 'image', { onAnswer: async answer => recordAnswer(answer) }),
    downloading: work => fetchNamedFiles(work, 'picture'),
    verifying: work => fileAnswer(work, 'picture', contentType => decodeImages(answerPath(work), contentType)),
  },
  ...keepsParts(['image', 'edit'], 'picture', ({ path, contentType }) => decodeImageParts(path, contentType)),
}
