/** The colours of markers on the screen: light enough in the dark look, dark enough in the light one. */
import type { MarkerColour } from '#contract/sequence-document.ts'

const tints: Readonly<Record<MarkerColour, string>> = {
  blue: 'var(--accent)',
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
