/** The colours of markers on the screen: seen on dark and on light alike. */
import type { MarkerColour } from '#contract/sequence-document.ts'

const tints: Readonly<Record<MarkerColour, string>> = {
  blue: '#4a86e8',
  green: '#2f9e5b',
  yellow: '#c99a1a',
  orange: '#d97327',
  red: '#d8504d',
  purple: '#9561d6',
}

/** A CSS colour. */
export function tintOfMarker(colour: MarkerColour | undefined): string {
  return tints[colour ?? 'blue']
}
