/** The storyboard: which picture is seen while the lines of a script are spoken, and how all pictures of a project look. */
import { z } from 'zod'
import { changesOf, feed, procedure } from './define.ts'
import { isStep } from './journal.ts'
import { Fields } from './models.ts'
import { Take } from './takes.ts'
import { ConversationId, Instant, LineId, ModelId, PictureId, ProjectId, RequestId, TakeId } from './words.ts'

export const PicturePrompt = z.string().max(5000)

/** Stale: prompt, style, model, its values, reference or still differ from what the take was made from. A take from elsewhere never is. */
const PictureState = z.enum(['none', 'made', 'stale'])

export const StoryboardPicture = z.object({
  id: PictureId,
  projectId: ProjectId,
  /** The run of lines that it covers, as it was chosen: the first is its place. Lines that were added in between belong to it. */
  lineIds: z.array(LineId).min(1),
  prompt: z.string(),
  /** How the still moves in its shot. */
  motionPrompt: z.string(),
  stillTakeId: TakeId.nullable(),
  shotTakeId: TakeId.nullable(),
  still: PictureState,
  shot: PictureState,
  /** Equal for pictures and jobs that ask for the very same; null while there is nothing to ask for. */
  stillKey: z.string().nullable(),
  shotKey: z.string().nullable(),
  /** A take that was made by the very request that the picture now asks for: it need not be made. */
  fittingStillId: TakeId.nullable(),
  fittingShotId: TakeId.nullable(),
  changedAt: Instant,
})
export type StoryboardPicture = z.infer<typeof StoryboardPicture>

/** A model with the values that it is given each time; null for the first of the catalogue. */
export const PictureMaker = z.object({ modelId: ModelId.nullable(), fields: Fields })
export type PictureMaker = z.infer<typeof PictureMaker>

/** What a chat model was asked: its answer is in the conversation. */
export const Suggestion = z.object({
  requestId: RequestId,
  conversationId: ConversationId,
  /** The lines by the numbers that they were sent with. */
  lines: z.array(z.object({ number: z.int(), lineId: LineId })),
})
export type Suggestion = z.infer<typeof Suggestion>

/**
 * What is seen when a shot ends before its lines do: its last frame is held, it begins again, it runs slower, or the next picture comes
 * early (the last picture of the storyboard is held). Slower than a tenth it is held.
 */
export const WhenShort = z.enum(['hold', 'loop', 'slow', 'next'])
export type WhenShort = z.infer<typeof WhenShort>

/** What is chosen for the picture, or else for all. */
export function whenShortOf(look: Pick<StoryboardLook, 'whenShort' | 'whenShortOf'> | null | undefined, pictureId: PictureId): WhenShort {
  return look?.whenShortOf[pictureId] ?? look?.whenShort ?? 'hold'
}

/** What all pictures of a project have in common. */
export const StoryboardLook = z.object({
  /** The project's id. */
  id: ProjectId,
  /** Added to each prompt. */
  style: z.string(),
  /** A picture that the model is given with each prompt, if it takes one. */
  referenceTakeId: TakeId.nullable(),
  still: PictureMaker,
  shot: PictureMaker,
  whenShort: WhenShort,
  /** Pictures for which something else was chosen. */
  whenShortOf: z.record(PictureId, WhenShort),
  /** The last one; null before the first, and after it was dismissed. */
  suggestion: Suggestion.nullable(),
})
export type StoryboardLook = z.infer<typeof StoryboardLook>

const PictureParts = z.object({
  prompt: PicturePrompt,
  motionPrompt: PicturePrompt,
  stillTakeId: TakeId.nullable(),
  shotTakeId: TakeId.nullable(),
  /** Begins with the line itself. */
  lineIds: z.array(LineId).min(1).max(5000),
}).partial()

/** What is changed of the picture at a line; what is absent stays. `expected` is what it has now: a line without a picture has a blank one. */
export const PictureEdit = PictureParts.extend({ lineId: LineId, expected: PictureParts.optional() })
export type PictureEdit = z.infer<typeof PictureEdit>

const LookParts = z.object({
  style: z.string().max(2000),
  referenceTakeId: TakeId.nullable(),
  still: PictureMaker,
  shot: PictureMaker,
  whenShort: WhenShort,
  /** Pictures that are named; null follows the others again. */
  whenShortOf: z.record(PictureId, WhenShort.nullable()),
}).partial()

export const storyboard = {
  /** The pictures of one project, then changes. Cleared ones stay, empty. */
  changes: feed({ input: z.object({ projectId: ProjectId }), event: changesOf(StoryboardPicture, PictureId) }),
  /** What they have in common, then changes. */
  look: feed({ input: z.object({ projectId: ProjectId }), event: changesOf(StoryboardLook, ProjectId) }),
  /**
   * Changes pictures, or plans them; all or none. A still is a picture, a shot a video. Fails with changed-meanwhile when a picture is not
   * as expected.
   */
  edit: procedure({
    effect: 'writes',
    input: z.object({ projectId: ProjectId, edits: z.array(PictureEdit).min(1).max(5000), ...isStep }),
    output: z.object({ pictures: z.array(StoryboardPicture) }),
    faults: ['not-found', 'changed-meanwhile', 'library-read-only'],
  }),
  /**
   * Changes the look; what is absent stays. `suggestion` can only be dismissed. Fails with changed-meanwhile when a part is neither the
   * expected one nor this one.
   */
  setLook: procedure({
    effect: 'writes',
    input: LookParts.extend({
      projectId: ProjectId,
      suggestion: z.null().optional(),
      expected: LookParts.extend({ suggestion: Suggestion.nullable().optional() }).optional(),
      ...isStep,
    }),
    output: z.object({ look: StoryboardLook }),
    faults: ['not-found', 'changed-meanwhile', 'library-read-only'],
  }),
  /** The stills and shots that were made for one picture, newest first. */
  takes: procedure({
    effect: 'reads',
    input: z.object({ pictureId: PictureId }),
    output: z.object({ takes: z.array(Take) }),
    faults: ['not-found'],
  }),
}
