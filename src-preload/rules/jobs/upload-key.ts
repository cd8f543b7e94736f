/** By which the upload of a clip is known as that of its voice: other voices may have the same name, and it may get another. */
import type { VoiceId } from '#contract/words.ts'

export function uploadKeyOf(voiceId: VoiceId): string {
  return `voice:${voiceId}`
}
