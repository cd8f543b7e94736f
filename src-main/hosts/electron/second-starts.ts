/**
 * What another start of the same studio does, whenever it comes: brings the window to the front; once the studio is closing, has it opened
 * again afterwards. The second program itself has ended by then, so nobody else would.
 */
import type { App } from 'electron'
import process from 'node:process'

export interface SecondStarts {
  /** What shows the studio from now on; before that it is still opening, and shows itself. */
  showBy: (show: () => void) => void
  /** The studio has begun to close: another start waits for its end. */
  close: () => void
  /** Call it right before the program ends. Starts it again where that was asked for meanwhile. */
  reopen: () => void
}

/** Call it before the lock is asked for: a second start may come at once. `env` is what the program was started with. */
export function createSecondStarts(app: App, env: NodeJS.ProcessEnv): SecondStarts {
  let show = (): void => {}
  let isClosing = false
  let isWanted = false

  function onStart(): void {
    isWanted = isClosing
    if (!isClosing)
      show()
  }
  app.on('second-instance', onStart)
  // macOS does not start a program twice: it tells the one that runs.
  app.on('activate', onStart)

  return {
    showBy(act) {
      show = act
    },
    close() {
      isClosing = true
    },
    reopen() {
      if (!isWanted)
        return
      // The new program inherits the environment, from which the studio has taken its key.
      if (env.TAKEROOM_API_KEY !== undefined)
        process.env.TAKEROOM_API_KEY = env.TAKEROOM_API_KEY
      // The program of an AppImage is in a folder that goes with it.
      app.relaunch(env.APPIMAGE ? { execPath: env.APPIMAGE, args: process.argv.slice(1) } : {})
    },
  }
}
