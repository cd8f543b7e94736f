/** The calls of earlier versions, of a copy of the present one, and of templates. */
import type { StudioHandlers } from '../base/calls.ts'
import type { RestorePorts } from './keep-snapshots.ts'
import type { TemplatePorts } from './project-templates.ts'
import type { Snapshots } from './snapshots.ts'
import { duplicateProject, restoreSnapshot } from './keep-snapshots.ts'
import { contentOfTemplate, saveTemplate } from './project-templates.ts'

export type SnapshotPorts = Parameters<typeof restoreSnapshot>[0] & { readonly snapshots: Snapshots }

export function snapshotHandlers(ports: SnapshotPorts): StudioHandlers['snapshots'] {
  const { snapshots } = ports
  return {
    list: async ({ projectId }) => ({ snapshots: await snapshots.list(projectId) }),
    async show({ snapshotId }) {
      const { name, lines } = await snapshots.content(snapshotId)
      return {
        name,
        lines: lines.map(({ speaker, text, chosenTakeId }) => ({ speaker, text, isMade: chosenTakeId !== null })),
        speakers: [...new Set(lines.map(line => line.speaker))].filter(speaker => speaker !== ''),
      }
    },
    restore: input => restoreSnapshot(ports, input),
  }
}

export function duplicateHandlers(ports: RestorePorts): Pick<StudioHandlers['projects'], 'duplicate'> {
  return { duplicate: async ({ projectId, name }) => ({ project: await duplicateProject(ports, projectId, name) }) }
}

type OfTemplates = 'saveTemplate' | 'templateContent'

export function templateHandlers(ports: TemplatePorts): Pick<StudioHandlers['projects'], OfTemplates> {
  return {
    saveTemplate: async input => ({ project: await saveTemplate(ports, input) }),
    templateContent: async ({ projectId }) => ({ content: await contentOfTemplate(ports, projectId) }),
  }
}
