/** A colour for each speaker, the same wherever the speaker is met within one script. */

const hues = [152, 28, 212, 330, 268, 52, 188, 8]

/** By the order in which speakers first speak. The name is always shown, so colour is never the only sign. */
export function tintOf(speakers: readonly string[], speaker: string): string {
  const place = Math.max(0, speakers.indexOf(speaker))
  const hue = hues[place % hues.length] ?? 0
  return `light-dark(hsl(${hue} 60% 26%), hsl(${hue} 50% 64%))`
}

/** Speakers in the order of their first line. */
export function speakersOf(lines: readonly { speaker: string }[]): string[] {
  return [...new Set(lines.map(line => line.speaker))]
}
