/** Speech: one paid request, answered with sound, at once or streamed. */
import type { Arrival } from '#contract/takes.ts'
import type { StepResult } from '../jobs/kind.ts'
import type { DecodedSpeech } from '../service/decode-speech.ts'
import type { SpeechPorts, SpeechWork } from './cloned-voice.ts'
import { found } from '#contract/found.ts'
import { defineKind } from '../jobs/kind.ts'
import { failureOf } from '../jobs/rows.ts'
import { decodeSpeechPart } from '../service/decode-part.ts'
import { decodeSounds } from '../service/decode.ts'
import { AnswerOnDisk, fileAnswer, recordAnswer } from './answers.ts'
import { readyVoice, renewIfForgotten, SpeechPlan } from './cloned-voice.ts'
import { openLiveSound } from './live-sound.ts'
import { fetchNamedFiles } from './named-files.ts'
import { answerPath, prepare, send } from './paid.ts'
import { keepsParts } from './partial.ts'

/** From here on the recorded plan is the exact request, with the voice's present registration. */
async function begin(work: SpeechWork): Promise<StepResult> {
  const ready = await readyVoice(work)
  if ('result' in ready)
    return ready.result
  const result = await prepare({ ...work, plan: ready.plan })
  return 'event' in result && work.plan.voice ? { ...result, patch: { plan: ready.plan, attempts: 0 } } : result
}

async function speak(work: SpeechWork): Promise<StepResult> {
  const live = work.row.is_live === 1 ? openLiveSound(work) : null
  try {
    const result = await send(work, 'speech', {
      isOverSocket: work.plan.isOverSocket,
      onAnswer: async answer => recordAnswer(answer),
      ...(live && { onAudio: live.onAudio }),
    })
    return await renewIfForgotten(work, result)
  }
  finally {
    // Not awaited: the paid answer is recorded first, however slow the disk is here.
    void live?.end()
  }
}

async function keep(work: SpeechWork): Promise<StepResult> {
  let isCut = false
  let damaged: DecodedSpeech['damaged'] = null
  const result = await fileAnswer(work, 'audio', async (contentType) => {
    const format = work.plan.sent.fields.response_format
    const sounds = await decodeSounds(answerPath(work), contentType, typeof format === 'string' ? format : null)
    isCut = sounds.some(sound => sound?.isCut)
    damaged = sounds.find(sound => sound?.damaged)?.damaged ?? null
    return sounds.map(sound => sound && { ...sound, arrival: arrivalOf(work, sound) })
  })
  // What arrived was paid for, so it becomes a take; the failure says that it is incomplete.
  if ((!isCut && damaged === null) || !('event' in result) || result.event !== 'finish')
    return result
  const said = damaged === null || isCut ? found('sound-cut') : piecesMissing(damaged)
  return {
    refused: failureOf('undecodable', said),
    charged: 'yes',
    patch: { takeIds: result.patch?.takeIds ?? [] },
  }
}

function piecesMissing({ pieces, of }: NonNullable<DecodedSpeech['damaged']>): string {
  return found('pieces-missing', `${pieces}/${of}`)
}

function arrivalOf({ row }: SpeechWork, { isCut, corrected, damaged }: DecodedSpeech): Arrival | null {
  const { sizeBytes } = AnswerOnDisk.parse(JSON.parse(row.answer ?? '{}'))
  const missing = isCut && corrected?.claimedBytes ? corrected.claimedBytes - corrected.foundBytes : null
  const incomplete = isCut
    ? { because: 'short' as const, said: '', receivedBytes: sizeBytes, expectedBytes: missing === null ? null : sizeBytes + missing }
    : damaged && { because: 'damaged' as const, said: piecesMissing(damaged), receivedBytes: sizeBytes, expectedBytes: null }
  return incomplete || corrected ? { incomplete, corrected } : null
}

export const speechKind = defineKind<SpeechPlan, SpeechPorts>({
  nature: 'synchronous',
  plan: SpeechPlan,
  needs: ({ voice }) => voice?.uploadJobId ? [voice.uploadJobId] : [],
  steps: {
    preparing: begin,
    sending: speak,
    downloading: work => fetchNamedFiles(work, 'audio'),
    verifying: keep,
  },
  ...keepsParts(['speech'], 'audio', ({ path, contentType, asked }) => decodeSpeechPart(path, contentType, asked)),
})
