/** POST /api/v1/generate/upload: registers a reference clip as a voice of one model. */
import type { Answer } from '../answers/answer.ts'
import type { PracticeContext, WorkRequest } from '../context.ts'
import { jsonAnswer, Refusal } from '../answers/answer.ts'
import { accept } from '../context.ts'
import { filesOf } from '../request/validate.ts'
import { soundSeconds } from '../voice/sound.ts'

export async function uploadVoice(context: PracticeContext, request: WorkRequest): Promise<Answer> {
  await checkClipLengths(context, request)
  const [clip] = filesOf(request.checked, 'voice_reference_file')
  if (!clip)
    throw new Refusal(400, 'voice_reference_file: Field required')
  accept(context, request, context.registrations.idFor(request.model, clip.bytes))
  return jsonAnswer({ voice_id: context.registrations.register(request.model, clip.bytes) })
}

/** Throws Refusal 400 for a clip that is longer than its model accepts, if this machine can measure its length. */
export async function checkClipLengths(context: PracticeContext, { rules, checked }: WorkRequest): Promise<void> {
  for (const [name, rule] of Object.entries(rules.parameters)) {
    if (rule.type !== 'file' || rule.maxSeconds === undefined)
      continue
    for (const clip of filesOf(checked, name)) {
      const seconds = await soundSeconds(context, clip.bytes)
      if (seconds !== null && seconds > rule.maxSeconds)
        throw new Refusal(400, `${name}: Audio is ${seconds.toFixed(1)} s long, at most ${rule.maxSeconds} s allowed`)
    }
  }
}
