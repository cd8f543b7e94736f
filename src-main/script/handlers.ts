/** The calls of the script. What is changed of a speaker is changed in the captions, too. */
import type { StudioHandlers } from '../base/calls.ts'
import type { Sequences } from '../sequences/sequences-port.ts'
import type { Paces } from './paces.ts'
import type { Script } from './script-port.ts'
import type { SpeakerTones } from './speaker-tones.ts'
import { mapEvents } from '#contract/define.ts'
import { recolourCaptions } from '../sequences/recolour-captions.ts'
import { renameCaptions } from '../sequences/rename-captions.ts'
import { sentLines } from './sent-lines.ts'

export interface ScriptPorts {
  readonly script: Script
  readonly paces: Paces
  readonly tones: SpeakerTones
  readonly sequences: Sequences
}

export function scriptHandlers({ script, paces, tones, sequences }: ScriptPorts): StudioHandlers['script'] {
  return {
    changes: ({ projectId }, { signal }) => mapEvents(script.changes(projectId, signal), sentLines),
    colours: ({ projectId }, { signal }) => script.colours(projectId, signal),
    async colourSpeaker({ projectId, expected, ...now }) {
      const from = await script.colourSpeaker(projectId, now, expected)
      await recolourCaptions(sequences, { projectId, speaker: now.speaker, from, to: now.colour })
      return {}
    },
    languages: ({ projectId }, { signal }) => script.languages(projectId, signal),
    async setLanguage({ projectId, ...now }) {
      await script.setLanguage(projectId, now)
      return {}
    },
    tones: ({ projectId }, { signal }) => tones.changes(projectId, signal),
    async setTone({ projectId, speaker, chain, expected }) {
      await tones.set({ projectId, speaker, chain, expected })
      return {}
    },
    pronunciations: ({ projectId }, { signal }) => script.pronunciations(projectId, signal),
    async pronounce({ saved, removedIds, expected }) {
      await script.pronounce(saved, removedIds, expected)
      return {}
    },
    castings: ({ projectId }, { signal }) => script.followCastings(projectId, signal),
    paces: ({ projectId, isPractice }) => paces.paces(projectId, isPractice),
    cast: ({ projectId, casting, expected }) => script.cast(projectId, casting, expected),
    add: async ({ projectId, afterLineId, lines }) => ({ lines: await script.add(projectId, afterLineId, lines) }),
    edit: ({ lineId, expected, ...words }) => script.editFrom(lineId, words, expected),
    async change({ projectId, edits }) {
      const changed = await script.change(projectId, edits)
      return { lines: changed.lines, lockedIds: changed.lockedIds }
    },
    removeAll: async ({ projectId, lineIds }) => ({ lockedIds: await script.removeAll(projectId, lineIds) }),
    renameSpeaker: async (input) => {
      const { lineIds, before, ...now } = await script.renameSpeaker(input)
      await renameCaptions(sequences, { ...input, lineIds })
      await tones.noteTurned(input.projectId)
      return { lineIds: [...lineIds], before: [...before], ...now }
    },
    move: async ({ lineId, position, expected }) => ({ line: await script.move(lineId, position, expected) }),
    borrowed: async ({ lineId }) => ({ takeIds: await script.borrowed(lineId) }),
    choose: async ({ lineId, takeId, expected }) => ({ line: await script.choose(lineId, takeId, expected) }),
    remove: async ({ lineId }) => {
      await script.remove(lineId)
      return {}
    },
  }
}
