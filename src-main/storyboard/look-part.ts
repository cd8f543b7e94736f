/** Changes of the look of a storyboard: each is of some of its parts. */
import type { StoryboardLook, WhenShort } from '#contract/storyboard.ts'
import type { PictureId } from '#contract/words.ts'
import { requireAsExpected } from '../base/as-expected.ts'

/** What is absent stays; a picture of `whenShortOf` with null follows the others again. */
export type LookPart = { readonly [Key in Exclude<keyof StoryboardLook, 'id' | 'whenShortOf'>]?: StoryboardLook[Key] | undefined } & {
  readonly whenShortOf?: Readonly<Record<PictureId, WhenShort | null>> | undefined
}

export function requireLook(present: StoryboardLook, asked: LookPart, expected: LookPart = {}): void {
  const { whenShortOf, ...parts } = expected
  requireAsExpected('storyboard', present, parts, asked)
  // A picture that follows the others is not listed.
  const followers = Object.fromEntries(Object.keys(whenShortOf ?? {}).map(id => [id, null]))
  requireAsExpected('storyboard', { ...followers, ...present.whenShortOf }, whenShortOf, asked.whenShortOf)
}

export function lookWith(before: StoryboardLook, part: LookPart): StoryboardLook {
  return {
    id: before.id,
    style: part.style ?? before.style,
    referenceTakeId: part.referenceTakeId === undefined ? before.referenceTakeId : part.referenceTakeId,
    still: part.still ?? before.still,
    shot: part.shot ?? before.shot,
    whenShort: part.whenShort ?? before.whenShort,
    whenShortOf: withChoices(before.whenShortOf, part.whenShortOf),
    suggestion: part.suggestion === undefined ? before.suggestion : part.suggestion,
  }
}

function withChoices(before: StoryboardLook['whenShortOf'], part: LookPart['whenShortOf']): StoryboardLook['whenShortOf'] {
  const choices = { ...before }
  for (const [id, chosen] of Object.entries(part ?? {}) as [PictureId, WhenShort | null][]) { // the keys of a record of pictures
    if (chosen === null)
      Reflect.deleteProperty(choices, id)
    else
      choices[id] = chosen
  }
  return choices
}
