/** Words of the viewer, the details and the lineage of takes. */
import type { Medium } from '#contract/words.ts'

export const viewer = {
  title: 'Viewer',
  open: 'Open in the viewer',
  at: (place: string, count: string) => `${place} of ${count}`,
  aside: 'Not in this list',
  hints: {
    picture: '← → browse. Scroll or + − zoom, 0 fits, 1 is actual size, drag to pan.',
    video: '← → browse. Space plays, J K L shuttle, , . step by frames, R loops.',
    audio: '← → browse. Space plays, J K L shuttle.',
    text: '← → browse.',
  } satisfies Record<Medium, string>,
}
