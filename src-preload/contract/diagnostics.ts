/** Diagnostics for a bug report: never keys, and no texts unless the user includes them. */
import { z } from 'zod'
import { procedure } from './define.ts'

export const diagnostics = {
  /**
   * Gathers one text: versions, settings, counts, a check of the files, the last jobs with their moves, the ends of the logs.
   * With `withTexts` also titles and the service's messages. Nothing is saved or sent anywhere.
   */
  gather: procedure({
    effect: 'reads',
    input: z.object({ withTexts: z.boolean() }),
    output: z.object({ text: z.string(), fileName: z.string() }),
  }),
}
