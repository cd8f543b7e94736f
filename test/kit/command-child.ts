/** Runs the program's command line from its sources, in a process that can be signalled. */
import process from 'node:process'
import { runWeb } from '../../src-main/hosts/web/index.ts'

void runWeb(process.argv.slice(2)).then((code) => {
  process.exitCode = code
})
