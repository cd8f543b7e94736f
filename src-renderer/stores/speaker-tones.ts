/** Level and tone of the speakers of the open project: through which chain of filters the takes of their lines are heard in it. */
import type { SoundClip, SoundingTrack } from '#contract/sequence-document.ts'
import type { Take } from '#contract/takes.ts'
import type { ToneChain } from '#contract/tone.ts'
import type { HeardSound, LineId, ProjectId } from '#contract/words.ts'
import type { ToneOfLine, ToneSource } from '#rules/tone/of-clips.ts'
import { defineStore } from 'pinia'
import { computed } from 'vue'
import { chainsIn, noTones, throughChain, toned, toneOfClip, tonesOfLines, toneSourceOf } from '#rules/tone/of-clips.ts'
import { studio } from '../studio.ts'
import { mirror } from './mirror.ts'
import { useProject } from './project.ts'

type OfTrack = Pick<SoundingTrack, 'kind' | 'tone'>

export const useSpeakerTones = defineStore('speaker-tones', () => {
  const open = useProject()
  const kept = mirror((projectId: ProjectId, options) => studio.script.tones({ projectId }, options), {
    key: () => open.projectId,
  })
  const tones = computed(() => kept.get(open.projectId)?.tones ?? [])
  const chains = computed(() => new Map(tones.value.map((each): [string, ToneChain] => [each.speaker, each.chain])))
  const ofLine = computed((): ToneOfLine => tones.value.length === 0 ? noTones : tonesOfLines(open.lines, tones.value))

  return {
    /** Null for a speaker who is heard as generated. */
    of: (speaker: string): ToneChain | null => chains.value.get(speaker) ?? null,
    /** All of now, by speaker. */
    all: (): ReadonlyMap<string, ToneChain> => chains.value,
    /** A take as it is heard where this line is. */
    takeOf: (take: Take, lineId: LineId): Take => takeThrough(take, ofLine.value(lineId)),
    /** A sequence of the project as it is heard. */
    heardIn: <Document extends Parameters<typeof toned>[0]>(document: Document): Document => toned(document, ofLine.value),
    /** Changes with the chains through which a sequence is heard. */
    chainsIn: (document: Parameters<typeof chainsIn>[0]): string => chainsIn(document, ofLine.value),
    /** What is heard of a clip of this track. */
    heardOf: (track: OfTrack, clip: Pick<SoundClip, 'lineId' | 'tone' | 'heard'>): HeardSound | undefined =>
      throughChain(clip.heard, toneOfClip(track, clip, ofLine.value)),
    /** Where the chain of a clip of this track comes from. */
    sourceOf: (track: OfTrack, clip: Pick<SoundClip, 'lineId' | 'tone'>): ToneSource => toneSourceOf(track, clip, ofLine.value),
  }
})

/** The same take, of whose sound the chain is chosen. */
export function takeThrough(take: Take, chain: string): Take {
  return chain === '' ? take : { ...take, asset: { ...take.asset, heard: throughChain(take.asset.heard, chain) } }
}
