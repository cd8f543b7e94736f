/** What a take was made from, and what was made with it, as a graph. */
import { z } from 'zod'
import { Medium, ProjectId } from './words.ts'

export const LineageNode = z.object({
  /** Kind and id: unique in its graph. */
  key: z.string(),
  kind: z.enum(['take', 'line', 'voice', 'picture', 'sequence', 'delivery']),
  /** Of what it is; of a `picture` of a storyboard, that of its project. */
  id: z.string(),
  /** The title of a take, the words of a line or picture, or a name. Empty for what is gone. */
  title: z.string(),
  medium: Medium.nullable(),
  projectId: ProjectId.nullable(),
  /** `gone`: a take that was deleted permanently. A line that was removed from its script counts as trashed. */
  state: z.enum(['there', 'trashed', 'gone']),
})
export type LineageNode = z.infer<typeof LineageNode>

export const LineageEdge = z.object({
  /** Keys of nodes: what was there first, and what was made from or with it. */
  from: z.string(),
  to: z.string(),
  /** `variation`: both were made by one request, or by the same again; neither from the other. */
  how: z.enum(['source', 'line', 'cast', 'clip', 'placed', 'nested', 'rendered', 'variation']),
  /** How many clips; 1 for others. */
  times: z.int(),
})
export type LineageEdge = z.infer<typeof LineageEdge>

export const Lineage = z.object({
  /** The take that was asked for is the first. */
  nodes: z.array(LineageNode),
  edges: z.array(LineageEdge),
  /** How many nodes were left out. */
  more: z.int(),
})
export type Lineage = z.infer<typeof Lineage>
