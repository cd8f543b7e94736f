/** The shape of what is said of findings, in each language. */
import type { PreflightFinding } from '#contract/deliveries.ts'

/** By the finding: how often it was found, and its example. `what` is a sentence, `todo` what a person can do. */
export type FindingWords = Readonly<Record<PreflightFinding['finding'], (count: number, example: string) => { what: string, todo: string }>>
