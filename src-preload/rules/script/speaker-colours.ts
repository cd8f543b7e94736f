/** The colour of each speaker of a project: chosen by a person, or given to the speaker when they first have a line, and kept from then on. */
import type { SpeakerColour } from '#contract/script.ts'
import { ColourName } from '#contract/script.ts'

/** Green is left out: it says that something is done. */
const hues: Readonly<Record<ColourName, number>> = {
  orange: 28,
  blue: 212,
  pink: 330,
  purple: 268,
  yellow: 52,
  cyan: 188,
  red: 8,
  indigo: 236,
}
export const colourNames = ColourName.options

/** In degrees. */
export const hueOf = (colour: ColourName): number => hues[colour]

/**
 * The colours with those of speakers who have none yet, in the order of `present`. What a speaker has stays. A new one gets the colour of
 * their name, or the next that nobody has; then the next that nobody present has, which the absent one loses unless it was chosen.
 */
export function withColours(present: readonly string[], kept: readonly SpeakerColour[]): readonly SpeakerColour[] {
  let all = kept
  for (const speaker of present) {
    if (all.some(each => each.speaker === speaker))
      continue
    const seen = new Set(all.filter(each => present.includes(each.speaker)).map(each => each.colour))
    const held = new Set(all.map(each => each.colour))
    const wanted = inTurn(speaker)
    const colour = wanted.find(name => !held.has(name)) ?? wanted.find(name => !seen.has(name)) ?? wanted[0] ?? 'orange'
    const stays = (each: SpeakerColour): boolean => each.colour !== colour || each.isChosen || seen.has(colour)
    all = [...all.filter(stays), { speaker, colour, isChosen: false }]
  }
  return all
}

/** All of them, from the one of the name on. */
function inTurn(name: string): ColourName[] {
  let hash = 7
  for (const sign of name.normalize('NFKC').trim().toLowerCase())
    hash = (hash * 31 + (sign.codePointAt(0) ?? 0)) >>> 0
  const first = hash % colourNames.length
  return [...colourNames.slice(first), ...colourNames.slice(0, first)]
}

/** CSS. On the grounds of both themes it can be read as text. */
export function cssOf(colour: ColourName): string {
  const hue = hues[colour]
  return `light-dark(hsl(${hue} 60% 26%), hsl(${hue} 55% 74%))`
}

/** CSS, for areas: as the colour is called, which a text could not be on a white ground. Its edge is in `cssOf`. */
export function fillOf(colour: ColourName): string {
  const hue = hues[colour]
  return `light-dark(hsl(${hue} 75% 52%), hsl(${hue} 70% 64%))`
}

/** As captions over a picture have it: `#rrggbb`, the light one. */
export function captionColourOf(colour: ColourName): string {
  return hexOf(hues[colour], 0.55, 0.74)
}

/** Of hue in degrees, saturation and lightness from 0 to 1. */
function hexOf(hue: number, saturation: number, lightness: number): string {
  const reach = saturation * Math.min(lightness, 1 - lightness)
  const channel = (offset: number): string => {
    const place = (offset + hue / 30) % 12
    const share = lightness - reach * Math.max(-1, Math.min(place - 3, 9 - place, 1))
    return Math.round(share * 255).toString(16).padStart(2, '0')
  }
  return `#${channel(0)}${channel(8)}${channel(4)}`
}
