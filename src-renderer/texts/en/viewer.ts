/** Words of the viewer, the details and the lineage of takes. */
import type { Medium } from '#contract/words.ts'

export const viewer = {
  title: 'Viewer',
  open: 'Open in the viewer',
  at: (place: string, count: string) => `${place} of ${count}`,
  aside: 'Not in this list',
  hints: {
    picture: '← → browse. Scroll or + − zoom, 0 fits, 1 is actual size, drag to pan.',
    video: '← → browse. Space plays, J K L shuttle, comma and period step by frames, R loops.',
    audio: '← → browse. Space plays, J K L shuttle.',
    text: '← → browse.',
  } satisfies Record<Medium, string>,
  facts: {
    queued: 'Queued',
    sent: 'Sent',
    took: 'Took',
    codec: 'Codec',
    bitRate: 'Bit rate',
    kilobits: (n: number) => `${n.toLocaleString('en')} kbit/s`,
    colours: 'Colours',
  },
  request: {
    json: 'Copy as JSON',
    curl: 'Copy as curl command',
    copiedCurl: 'Copied. The command reads your key from the variable TAKEROOM_KEY; each run is a new request that may be charged.',
  },
  lineage: {
    open: 'Show lineage',
    title: (take: string) => `Lineage of “${take}”`,
    hint: '← what it was made from, → what was made from it. Enter or a double click opens.',
    none: 'It has no source, and nothing was made from it yet.',
    more: (n: number) => `${n.toLocaleString('en')} more are not shown.`,
    variation: 'Variation',
    removed: 'Removed from the script',
    kinds: { take: 'Take', line: 'Line', voice: 'Voice', picture: 'Storyboard', sequence: 'Sequence', delivery: 'Delivery' },
  },
}
