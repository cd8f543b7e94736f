/** POST /api/v1/generate/upload: a reference clip becomes a voice of one model. */
import type { Answer } from '../answers/answer.ts'
import type { Order, Workshop } from '../workshop.ts'
import { jsonAnswer, Refusal } from '../answers/answer.ts'
import { filesOf } from '../request/validate.ts'
import { soundSeconds } from '../voice/sound.ts'
import { accept } from '../workshop.ts'

export async function uploadVoice(workshop: Workshop, order: Order): Promise<Answer> {
  await checkClipLengths(workshop, order)
  const [clip] = filesOf(order.checked, 'voice_reference_file')
  if (!clip)
    throw new Refusal(400, 'voice_reference_file: Field required')
  accept(workshop, order, workshop.registrations.idFor(order.model, clip.bytes))
  return jsonAnswer({ voice_id: workshop.registrations.register(order.model, clip.bytes) })
}

/** Throws Refusal 400 for a clip that is longer than its model takes, as far as this machine can measure it. */
export async function checkClipLengths(workshop: Workshop, { rules, checked }: Order): Promise<void> {
  for (const [name, rule] of Object.entries(rules.parameters)) {
    if (rule.type !== 'file' || rule.maxSeconds === undefined)
      continue
    for (const clip of filesOf(checked, name)) {
      const seconds = await soundSeconds(workshop, clip.bytes)
      if (seconds !== null && seconds > rule.maxSeconds)
        throw new Refusal(400, `${name}: Audio is ${seconds.toFixed(1)} s long, at most ${rule.maxSeconds} s allowed`)
    }
  }
}
