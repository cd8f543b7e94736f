/** Templates of one's own: projects that are kept for others to begin with. Nothing is copied or generated for either. */
import type { Project, TemplateContent, TemplateParts } from '#contract/projects.ts'
import type { ProjectId } from '#contract/words.ts'
import type { Database, Transaction } from '../storage/database.ts'
import type { RestorePorts } from './keep-snapshots.ts'
import type { ProjectVersion } from './project-version.ts'
import { Fault } from '#contract/faults.ts'
import { isSpoken } from '#rules/script/script-lines.ts'
import { newId } from '../base/ids.ts'
import { withoutStep } from '../base/recorded-step.ts'
import { copyDeliveryChoices } from '../library/delivery-choices.ts'
import { insertProject, isTemplate } from '../library/projects.ts'
import { readDocument } from '../sequences/sequence-rows.ts'
import { sql } from '../storage/sql.ts'
import { announce } from './keep-snapshots.ts'
import { newIdsOf, readProjectVersion, writeProjectVersion } from './project-version.ts'
import { templateVersion } from './template-version.ts'

export interface TemplatePorts extends RestorePorts {
  readonly library: Database
}

/** Of a template that is shown before it is used. */
const mostLines = 300
const anId = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g

/** @throws Fault not-found */
export async function saveTemplate(
  ports: TemplatePorts,
  { projectId, name, parts }: { projectId: ProjectId, name: string, parts: TemplateParts },
): Promise<Project> {
  const { library, clock } = ports
  const version = await versionOf(library, projectId)
  const kept = await takesOfParts(library, JSON.stringify(version), parts)
  const content = templateVersion(version, { parts, keeps: id => kept.has(id) })
  return made(ports, { projectId, name, version: content, templateAt: clock.now(), withChoices: (tx, into) =>
    copyDeliveryChoices(tx, { from: projectId, into, coverOf: async takeId =>
      (await takesOfParts(tx, takeId, parts)).has(takeId) ? takeId : null }) })
}

/** @throws Fault not-found */
export async function createFromTemplate(ports: TemplatePorts, templateId: ProjectId, name: string): Promise<Project> {
  const version = await versionOf(ports.library, await required(ports.library, templateId))
  return made(ports, { projectId: templateId, name, version, templateAt: null, withChoices: (tx, into) =>
    copyDeliveryChoices(tx, { from: templateId, into }) })
}

/** @throws Fault not-found */
export async function contentOfTemplate({ library }: Pick<TemplatePorts, 'library'>, templateId: ProjectId): Promise<TemplateContent> {
  const { lines, castings, sequences, storyboard } = await versionOf(library, await required(library, templateId))
  const all = lines.map(({ speaker, text, direction, role = 'speech' }) => ({ speaker, text, direction, role }))
  const spoken = all.filter(isSpoken)
  return {
    lines: all.slice(0, mostLines),
    spokenCount: spoken.length,
    speakers: [...new Set([...spoken.map(line => line.speaker), ...castings.map(casting => casting.speaker)])].filter(Boolean),
    pictureCount: storyboard?.pictures.length ?? 0,
    sequences: sequences.map(({ id, document }) => {
      const { name, width, height, rate } = readDocument(document, id)
      return { name, width, height, framesPerSecond: rate.numerator / rate.denominator }
    }),
  }
}

interface Made {
  /** Whose content it gets. */
  readonly projectId: ProjectId
  readonly name: string
  readonly version: ProjectVersion
  readonly templateAt: number | null
  readonly withChoices: (tx: Transaction, into: ProjectId) => Promise<void>
}

/** Whole or not at all; one step of undo. */
async function made(ports: TemplatePorts, { projectId, name, version, templateAt, withChoices }: Made): Promise<Project> {
  const { library, clock, projects } = ports
  const now = clock.now()
  const into = newId<ProjectId>(now)
  // Takes that were made in a project come into its template only as a part of it.
  const from = templateAt === null ? projectId : newId<ProjectId>(now)
  return projects.makeWhole(into, async () => {
    await withoutStep(async () => {
      const sequenceIds = await library.transaction(async (tx) => {
        await insertProject(tx, { id: into, name, isSample: false, createdAt: now, templateAt })
        await withChoices(tx, into)
        return writeProjectVersion(tx, version, { from, into, takenAt: now, newIds: newIdsOf(version, now), changedAt: now })
      })
      await announce(ports, into, { restored: sequenceIds, lineIds: [], pictureIds: [], words: [], shelved: [] })
    })
    return projects.noteMade(into)
  })
}

/** Of one moment: a page may change the project meanwhile. @throws Fault not-found */
async function versionOf(db: Database, projectId: ProjectId): Promise<ProjectVersion> {
  const version = await db.transaction(tx => readProjectVersion(tx, projectId))
  if (!version)
    throw new Fault('not-found', { word: 'project', id: projectId })
  return version
}

/** @throws Fault not-found */
async function required(db: Database, templateId: ProjectId): Promise<ProjectId> {
  if (!await isTemplate(db, templateId))
    throw new Fault('not-found', { word: 'project', id: templateId })
  return templateId
}

/** Those of the takes that a text names that come along. What came as a file, or was recorded, is one's own. */
async function takesOfParts(
  db: Pick<Transaction, 'all'>,
  text: string,
  { ownFiles, generated }: TemplateParts,
): Promise<ReadonlySet<string>> {
  const named = text.match(anId) ?? []
  const rows = await db.all<{ id: string }>(sql`
    SELECT id FROM takes
    WHERE id IN ${sql.list([...new Set(named)])} AND iif(kind = 'import', ${ownFiles ? 1 : 0}, ${generated ? 1 : 0})`)
  return new Set(rows.map(row => row.id))
}
