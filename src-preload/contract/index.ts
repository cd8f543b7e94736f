/** The contract: every call and feed between main and page. Main implements it, the page calls it, tests check it. */
import type { ContractRouterClient } from '@orpc/contract'
import * as parts from './parts.ts'

/** Its type is named, because the compiler writes out none that is so long. */
export const contract: typeof parts = { ...parts }

/** What a page (or a test) has: `client.takes.search({ … })`. */
export type StudioClient = ContractRouterClient<typeof contract>
