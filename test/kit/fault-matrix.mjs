/** `node test/kit/fault-matrix.mjs`: regenerates the page about every fault in every state. */
import { writeFileSync } from 'node:fs'
import { faultMatrixPage } from '../main/jobs/fault-matrix.ts'

writeFileSync(new URL('../../resources/fault-matrix.md', import.meta.url), faultMatrixPage())
