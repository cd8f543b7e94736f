/** Which stills and shots of a storyboard there are to make. */
import type { StoryboardPicture } from '#contract/storyboard.ts'

export interface ToMake<Picture> { readonly stills: readonly Picture[], readonly shots: readonly Picture[] }

type Asking = Pick<StoryboardPicture, 'still' | 'shot' | 'stillKey' | 'shotKey' | 'fittingStillId' | 'fittingShotId'>

/**
 * Those with a prompt of which no take fits, and that nobody is making; of those that ask for the very same only the first, whose take
 * serves them all. A shot waits until its still is there and fits: it would be stale as soon as that is made again.
 */
export function picturesToMake<Picture extends Asking>(
  pictures: readonly Picture[],
  isBeingMade: (key: string) => boolean,
): ToMake<Picture> {
  const asked = new Set<string>()
  const isFirst = (key: string | null): boolean => {
    if (key === null || asked.has(key) || isBeingMade(key))
      return false
    asked.add(key)
    return true
  }
  return {
    stills: pictures.filter(({ still, stillKey, fittingStillId }) => still !== 'made' && fittingStillId === null && isFirst(stillKey)),
    shots: pictures.filter(({ still, shot, shotKey, fittingShotId }) =>
      still === 'made' && shot !== 'made' && fittingShotId === null && isFirst(shotKey)),
  }
}
