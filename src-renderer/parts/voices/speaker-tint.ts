/** A colour for each speaker, the same wherever the speaker is met, and wherever in the script they first speak. */
import type { ScriptText } from '#rules/script/script-lines.ts'
import { headingOf } from '#rules/script/script-lines.ts'

/** Green is left out: it says that something is done. */
const hues = [28, 212, 330, 268, 52, 188, 8, 236] as const
const placesOf = new WeakMap<readonly string[], ReadonlyMap<string, number>>()

/** By the name; of two that would have one colour, the later in the alphabet takes the next that is free. */
function places(speakers: readonly string[]): ReadonlyMap<string, number> {
  const known = placesOf.get(speakers)
  if (known)
    return known
  const taken = new Map<string, number>()
  const used = new Set<number>()
  for (const speaker of [...speakers].sort()) {
    let place = hashOf(speaker) % hues.length
    for (let tries = 0; used.has(place) && tries < hues.length; tries++)
      place = (place + 1) % hues.length
    used.add(place)
    taken.set(speaker, place)
  }
  placesOf.set(speakers, taken)
  return taken
}

function hashOf(name: string): number {
  let hash = 7
  for (const sign of name.normalize('NFKC').trim().toLowerCase())
    hash = (hash * 31 + (sign.codePointAt(0) ?? 0)) >>> 0
  return hash
}

/** The name is always shown, so colour is never the only sign. `speakers` are all of the script. */
export function tintOf(speakers: readonly string[], speaker: string): string {
  const hue = hues[places(speakers).get(speaker) ?? hashOf(speaker) % hues.length] ?? hues[0]
  return `light-dark(hsl(${hue} 60% 26%), hsl(${hue} 55% 74%))`
}

/** Speakers in the order of their first line. A scene heading has none. */
export function speakersOf(lines: readonly ScriptText[]): string[] {
  return [...new Set(lines.filter(line => headingOf(line) === null).map(line => line.speaker))]
}
