/** The colours of the speakers of the open project, wherever speakers are met. The name is always shown, so colour is never the only sign. */
import type { ColourName, SpeakerColour } from '#contract/script.ts'
import type { LineId, ProjectId } from '#contract/words.ts'
import { defineStore } from 'pinia'
import { computed } from 'vue'
import { speakersOf } from '#rules/script/script-lines.ts'
import { captionColourOf, cssOf, withColours } from '#rules/script/speaker-colours.ts'
import { studio } from '../studio.ts'
import { mirror } from './mirror.ts'
import { useProject } from './project.ts'

export const useSpeakerColours = defineStore('speaker-colours', () => {
  const open = useProject()
  const kept = mirror((projectId: ProjectId, options) => studio.script.colours({ projectId }, options), {
    key: () => open.projectId,
  })
  const speakers = computed(() => speakersOf(open.lines).sort())
  const all = computed(() => withColours(speakers.value, kept.get(open.projectId)?.colours ?? []))
  const bySpeaker = computed(() => new Map(all.value.map((each): [string, SpeakerColour] => [each.speaker, each])))
  const byLine = computed(() => new Map(open.lines.map(line => [line.id, line.speaker])))

  function colourOf(speaker: string): ColourName {
    const known = bySpeaker.value.get(speaker)
    const coming = known ? [] : withColours([...speakers.value, speaker], all.value)
    return (known ?? coming.find(each => each.speaker === speaker))?.colour ?? 'orange'
  }
  const tintOf = (speaker: string): string => cssOf(colourOf(speaker))

  return {
    of: (speaker: string): SpeakerColour | undefined => bySpeaker.value.get(speaker),
    /** CSS. One who has no line has the colour that a first line would bring. */
    tintOf,
    /** `#rrggbb`, for words over a picture. */
    captionColourOf: (speaker: string): string => captionColourOf(colourOf(speaker)),
    /** The same for speakers who are about to come: each has the colour that they will get. */
    tintsWith(coming: readonly string[]): (speaker: string) => string {
      const colours = new Map<string, ColourName>(withColours([...speakers.value, ...coming.toSorted()], all.value)
        .map(each => [each.speaker, each.colour]))
      return speaker => cssOf(colours.get(speaker) ?? 'orange')
    },
    /** Of the speaker of a take; undefined where it is unknown: a take of no line, or of a line of another project. */
    tintOfLine(lineId: LineId | null): string | undefined {
      const speaker = lineId === null ? undefined : byLine.value.get(lineId)
      return speaker === undefined ? undefined : tintOf(speaker)
    },
  }
})
