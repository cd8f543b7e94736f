/** The process of `createResidentHost`: runs one command of the built program after another. */
import process from 'node:process'
import { runWeb } from '../../out/main/web.js'

/** What a command listens to for as long as its process lives. */
const listened = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR2', 'unhandledRejection', 'uncaughtException']

process.stdout.setMaxListeners(0)
process.stderr.setMaxListeners(0)

process.on('message', async ({ words, env }) => {
  Object.assign(process.env, env)
  const code = await runWeb(words)
  for (const event of listened)
    process.removeAllListeners(event)
  process.send({ code })
})
process.on('disconnect', () => process.exit())
