/** Projects: each with its script, takes, sequence and deliveries. */
import { z } from 'zod'
import { changesOf, feed, procedure } from './define.ts'
import { isStep } from './journal.ts'
import { ColourName, LineRole } from './script.ts'
import { AssetId, ImportTicket, Instant, JobId, Name, ProjectId, TakeId } from './words.ts'

/** The name of a folder in which projects are kept; empty is none. A folder is there while a project is in it. */
export const ProjectFolder = z.string().trim().max(100)

export const Project = z.object({
  id: ProjectId,
  name: z.string(),
  isSample: z.boolean(),
  lineCount: z.int(),
  /** Made there or added. */
  takeCount: z.int(),
  deliveryCount: z.int(),
  /** For its card: the picture of `coverTakeId`, else the newest one in the project. */
  coverAssetId: AssetId.nullable(),
  /** Which a person chose. */
  coverTakeId: TakeId.nullable(),
  folder: ProjectFolder,
  /** Which a person chose; null is one that follows from its id. */
  colour: ColourName.nullable(),
  createdAt: Instant,
  changedAt: Instant,
  /** Since when it is in the archive: it is not listed among the others. All that is in it stays where it is. */
  archivedAt: Instant.nullable(),
  /** Since when it is kept as a template: it is offered where a project is made, and listed nowhere else. Null for all others. */
  templateAt: Instant.nullable(),
  trashedAt: Instant.nullable(),
})
export type Project = z.infer<typeof Project>

/** Bytes of the files of its takes: of those that no other project has, and of the others. */
export const ProjectSize = z.object({ projectId: ProjectId, ownBytes: z.int(), sharedBytes: z.int() })
export type ProjectSize = z.infer<typeof ProjectSize>

/** The example that a new project begins with. */
export const TemplateId = z.enum(['podcast', 'audiobook', 'explainer', 'trailer', 'dialogue'])
export type TemplateId = z.infer<typeof TemplateId>
export const TemplateChoice = z.object({ id: TemplateId, language: z.enum(['en', 'zh']) })
export type TemplateChoice = z.infer<typeof TemplateChoice>

/**
 * What of a project its template has, besides speakers with voices and tone, pronunciation, languages, looks, characters, the prompt shelf,
 * sequences with their tracks and titles, and the choices for deliveries.
 */
export const TemplateParts = z.object({
  /** Its lines, with the storyboard that is planned for them. */
  script: z.boolean(),
  /** Imported files and recordings, such as music and logos: in clips and in the bin. */
  ownFiles: z.boolean(),
  /** All other takes: of lines, in the storyboard, in clips and in the bin. */
  generated: z.boolean(),
})
export type TemplateParts = z.infer<typeof TemplateParts>

/** What a person is shown of a template before a project is made from it. */
export const TemplateContent = z.object({
  /** The first ones. */
  lines: z.array(z.object({ speaker: z.string(), text: z.string(), direction: z.string(), role: LineRole })),
  spokenCount: z.int(),
  speakers: z.array(z.string()),
  pictureCount: z.int(),
  sequences: z.array(z.object({ name: z.string(), width: z.int(), height: z.int(), framesPerSecond: z.number() })),
})
export type TemplateContent = z.infer<typeof TemplateContent>

const OneProject = {
  input: z.object({ projectId: ProjectId }),
  output: z.object({ project: Project }),
  faults: ['not-found', 'library-read-only'],
} as const

export const projects = {
  /** All projects, trashed ones included, then changes. */
  changes: feed({ input: z.object({}), event: changesOf(Project, ProjectId) }),
  /**
   * Starts a project: empty, with the script, planned pictures and delivery preset of a template, or with what is in a template of one's
   * own. Nothing is generated. As a step of undo, it is moved to the trash and taken out.
   */
  create: procedure({
    effect: 'writes',
    input: z.object({ name: Name, template: TemplateChoice.optional(), ownTemplateId: ProjectId.optional(), ...isStep }),
    output: z.object({ project: Project }),
    faults: ['not-found', 'library-read-only'],
  }),
  /** Keeps these parts of a project, as they are now, as a template. The project stays as it is; nothing is copied or generated. */
  saveTemplate: procedure({
    effect: 'writes',
    ...OneProject,
    input: OneProject.input.extend({ name: Name, parts: TemplateParts, ...isStep }),
  }),
  /** What is in a template of one's own. */
  templateContent: procedure({
    effect: 'reads',
    input: OneProject.input,
    output: z.object({ content: TemplateContent }),
    faults: ['not-found'],
  }),
  /** Renames the project. Fails with changed-meanwhile when it has neither the expected name nor this one. */
  rename: procedure({
    effect: 'writes',
    ...OneProject,
    input: z.object({ projectId: ProjectId, name: Name, expected: z.string().optional(), ...isStep }),
    faults: ['not-found', 'changed-meanwhile', 'library-read-only'],
  }),
  /**
   * Another project with the script, castings, storyboard, sequences, bin and choices for deliveries of this one as they are now. The takes
   * are the same: nothing is generated or copied. Deliveries, conversations and steps of undo stay with the first one. As a step of undo,
   * it is moved to the trash and taken out.
   */
  duplicate: procedure({ effect: 'writes', ...OneProject, input: OneProject.input.extend({ name: Name, ...isStep }) }),
  /**
   * Brings in the project or template of a received bundle, whole or not at all, as one of its own. Takes and voices that are here already
   * are used, and come out of the trash; nothing is generated or sent. Null when the user cancels in the meantime.
   */
  import: procedure({
    effect: 'writes',
    input: z.object({ ticket: ImportTicket }),
    output: z.object({
      imported: z.object({
        project: Project,
        takes: z.int(),
        knownTakes: z.int(),
        /** Of those that were here, the ones that were in the trash. */
        takesBack: z.int(),
        voicesBack: z.int(),
      }).nullable(),
    }),
    faults: ['ticket-expired', 'bad-bundle', 'library-read-only'],
  }),
  /** How much of the disk each project needs, as it was when it was counted last, mostly some seconds ago. Projects without files are left out. */
  sizes: procedure({ effect: 'reads', input: z.object({}), output: z.object({ sizes: z.array(ProjectSize) }) }),
  /** Puts projects into a folder or the archive, or takes them out. Projects that are gone are left out. */
  arrange: procedure({
    effect: 'writes',
    input: z.object({
      projectIds: z.array(ProjectId).min(1).max(10_000),
      folder: ProjectFolder.optional(),
      isArchived: z.boolean().optional(),
      ...isStep,
    }),
    output: z.object({ projects: z.array(Project) }),
    faults: ['library-read-only'],
  }),
  /** Chooses the cover; null is the newest picture again. */
  setCover: procedure({ effect: 'writes', ...OneProject, input: OneProject.input.extend({ takeId: TakeId.nullable(), ...isStep }) }),
  /** Chooses the colour of its mark, and of its card where that has no cover; null is the usual one again. */
  setColour: procedure({ effect: 'writes', ...OneProject, input: OneProject.input.extend({ colour: ColourName.nullable(), ...isStep }) }),
  /**
   * Moves the project to the trash; its takes stay in the library. Its paid work that has not been sent is cancelled: `cancelledJobs`. What
   * was sent arrives.
   */
  trash: procedure({
    effect: 'writes',
    ...OneProject,
    input: OneProject.input.extend(isStep),
    output: z.object({ project: Project, cancelledJobs: z.int() }),
  }),
  /** Restores the project from the trash. */
  restore: procedure({ effect: 'writes', ...OneProject }),
  /**
   * Makes the sample project with the practice service, or continues an unfinished one. Free, and needs no key.
   * Returns once the work is queued; takes arrive by their feed.
   */
  openSample: procedure({
    effect: 'writes',
    /** The language of a new one. */
    input: z.object({ language: z.enum(['en', 'zh']) }),
    output: z.object({ project: Project, jobIds: z.array(JobId) }),
    faults: ['practice-unavailable', 'library-read-only'],
  }),
}
