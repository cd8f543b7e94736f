/** Words of moving the studio folder that other parts of the contract have, too. */
import { z } from 'zod'

/** Why the studio is not moved to a folder. */
export const MoveProblem = z.enum([
  ...['not-absolute', 'not-there', 'not-a-folder', 'not-empty', 'not-writable', 'no-room', 'no-locks'] as const,
  ...['same', 'in-studio', 'around-studio', 'in-deliveries', 'has-links'] as const,
])
export type MoveProblem = z.infer<typeof MoveProblem>

/** Where to: a folder that the user is asked for, or names where the host has no dialog. */
export const WantedStudioFolder = z.discriminatedUnion('is', [
  z.object({ is: z.literal('ask') }),
  z.object({ is: z.literal('path'), path: z.string().min(1).max(4000) }),
])
