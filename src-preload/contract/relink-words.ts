/** Words of looking for missing files that other parts of the contract have, too. */
import { z } from 'zod'

/** Why a folder is not searched for missing files. `in-studio`: it is the studio folder, or one inside it. */
export const RelinkProblem = z.enum(['not-absolute', 'on-network', 'not-there', 'not-a-folder', 'not-readable', 'in-studio'])
export type RelinkProblem = z.infer<typeof RelinkProblem>

/** Which folder is searched: one that the user is asked for, or names where the host has no dialog. */
export const SearchedFolder = z.discriminatedUnion('is', [
  z.object({ is: z.literal('ask') }),
  z.object({ is: z.literal('path'), path: z.string().min(1).max(4000) }),
])
export type SearchedFolder = z.infer<typeof SearchedFolder>
