/** The calls that make something, and those of conversations and voices, which do. */
import type { StudioHandlers } from '../base/calls.ts'
import type { VoiceClips } from '../files/voice-clips.ts'
import type { Engine } from '../jobs/engine.ts'
import type { Conversations } from '../library/conversations.ts'
import type { Models } from '../library/models.ts'
import type { Takes } from '../library/takes.ts'
import type { Voices } from '../library/voices.ts'
import type { Make } from './make.ts'
import { asksIn } from '../kinds/chat.ts'
import { speaksWith } from '../kinds/cloned-voice.ts'

export interface MakePorts {
  readonly make: Make
}

export function makeHandlers({ make }: MakePorts): StudioHandlers['make'] {
  return {
    alreadyMade: async asked => ({ found: await make.alreadyMade(asked) }),
    speech: async intention => ({ jobIds: await make.speech(intention) }),
    keptSamples: async asked => ({ samples: await make.keptSamples(asked) }),
    samples: asked => make.samples(asked),
    lines: asked => make.lines(asked),
    storyboard: asked => make.storyboard(asked),
    suggestPictures: asked => make.suggestPictures(asked),
    fit: async asked => ({ jobIds: await make.fit(asked) }),
    image: async intention => ({ jobIds: await make.image(intention) }),
    images: async intention => ({ jobIds: await make.images(intention) }),
    videos: async intention => ({ jobIds: await make.videos(intention) }),
    speeches: async intention => ({ jobIds: await make.speeches(intention) }),
    video: async intention => ({ jobIds: await make.video(intention) }),
    unheard: async asked => ({ lines: await make.unheard(asked) }),
    listenBack: asked => make.listenBack(asked),
    transcribe: async intention => ({ jobIds: await make.transcribe(intention) }),
  }
}

export interface ConversationPorts {
  readonly conversations: Conversations
  readonly make: Make
  readonly engine: Pick<Engine, 'cancelUnsentOf'>
}

export function conversationHandlers({ conversations, make, engine }: ConversationPorts): StudioHandlers['conversations'] {
  return {
    changes: (_, { signal }) => conversations.changes(signal),
    messages: ({ conversationId }, { signal }) => conversations.messages(conversationId, signal),
    create: async input => ({ conversation: await conversations.create(input) }),
    rename: async ({ conversationId, title, expected }) =>
      ({ conversation: await conversations.rename(conversationId, title, expected) }),
    instruct: async ({ conversationId, system, expected }) =>
      ({ conversation: await conversations.instruct(conversationId, system, expected) }),
    trash: async ({ conversationId }) => {
      const trash = () => conversations.trash(conversationId)
      const { done, cancelled } = await engine.cancelUnsentOf(row => asksIn(row, conversationId), trash)
      return { conversation: done, cancelledJobs: cancelled }
    },
    restore: async ({ conversationId }) => ({ conversation: await conversations.restore(conversationId) }),
    open: async ({ conversationId, messageId }) => ({ conversation: await conversations.open(conversationId, messageId) }),
    send: input => make.send(input),
    regenerate: input => make.regenerate(input),
  }
}

export interface VoicePorts {
  readonly voices: Voices
  readonly voiceClips: VoiceClips
  readonly models: Pick<Models, 'all'>
  readonly takes: Pick<Takes, 'newestWithVoice'>
  readonly make: Pick<Make, 'registerVoice'>
  readonly engine: Pick<Engine, 'cancelUnsentOf'>
}

export function voiceHandlers({ voices, voiceClips, models, takes, make, engine }: VoicePorts): StudioHandlers['voices'] {
  return {
    changes: (_, { signal }) => voices.changes(signal),
    async list() {
      const presets = models.all()
        .filter(model => !model.isHidden)
        .flatMap(model => model.presets.map(preset => ({ modelId: model.id, ...preset })))
      return {
        voices: await Promise.all(presets.map(async voice => ({
          ...voice,
          sampleTakeId: await takes.newestWithVoice(voice.modelId, voice.name),
        }))),
      }
    },
    create: async ({ cut, ...input }, { signal }) => {
      const takeId = await voiceClips.clipOf(input.takeId, cut, signal)
      return { voice: await voices.create({ ...input, takeId }) }
    },
    rename: async ({ voiceId, name, expected }) => ({ voice: await voices.rename(voiceId, name, expected) }),
    describe: async ({ voiceId, expected, step: _, ...about }) => ({ voice: await voices.describe(voiceId, about, expected) }),
    move: async ({ voiceIds, folder }) => ({ voices: await voices.move(voiceIds, folder) }),
    uses: async ({ voiceId }) => ({ uses: await voices.uses(voiceId) }),
    trash: async ({ voiceId }) => {
      const { done, cancelled } = await engine.cancelUnsentOf(row => speaksWith(row, voiceId), () => voices.trash(voiceId))
      return { voice: done, cancelledJobs: cancelled }
    },
    restore: async ({ voiceId }) => ({ voice: await voices.restore(voiceId) }),
    forget: async place => ({ voice: await voices.forget(place) }),
    register: async input => ({ jobIds: await make.registerVoice(input) }),
  }
}
