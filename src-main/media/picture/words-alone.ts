/** Words and shapes as a picture of their own, clear around them. */

/**
 * From frames that are black to GBRAP, premultiplied. `draw` are filters that draw ASS; `pad` begins the names of pads. Into a picture that
 * is clear, ffmpeg draws what is half clear with its alpha weighed twice, and too bright. So it is drawn over black and over white, both
 * opaque: how far these differ is how clear it is.
 */
export function wordsAlone(draw: readonly string[], pad: string): string {
  return [
    `format=gbrp,split[${pad}black][${pad}white]`,
    `[${pad}black]${draw.join(',')},split[${pad}colour][${pad}dark]`,
    `[${pad}white]negate,${draw.join(',')}[${pad}light]`,
    `[${pad}light][${pad}dark]blend=all_mode=difference,negate,extractplanes=g[${pad}alpha]`,
    `[${pad}colour]format=gbrap[${pad}own]`,
    `[${pad}own][${pad}alpha]alphamerge`,
  ].join(';')
}
