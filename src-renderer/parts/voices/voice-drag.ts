/** A voice that is dragged; what is dragged is also its clip, as a take. */
import { VoiceId } from '#contract/words.ts'
import { keptDrag } from '../folders/kept-drag.ts'

export const voiceDrag = keptDrag('voice', VoiceId)
