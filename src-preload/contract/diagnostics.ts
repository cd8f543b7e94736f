/** Diagnostics: what helps somebody else to find out what is wrong, without keys, and without texts unless the person wants it. */
import { z } from 'zod'
import { procedure } from './define.ts'

export const diagnostics = {
  /**
   * Gathers one text: versions, settings, counts, a check of the files, the last jobs with their moves, the ends of the logs.
   * With `withTexts` also titles and what the service said. What is answered is all of it: nothing else is ever saved or sent.
   */
  gather: procedure({
    effect: 'reads',
    input: z.object({ withTexts: z.boolean() }),
    output: z.object({ text: z.string(), fileName: z.string() }),
  }),
}
