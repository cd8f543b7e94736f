/** The page objects of every room. */
import type { Page } from '@playwright/test'
import { deliverRoom } from './deliver-room.ts'
import { firstRun } from './first-run.ts'
import { guide } from './guide.ts'
import { libraryRoom } from './library-room.ts'
import { makeRoom } from './make-room.ts'
import { projectsRoom } from './projects-room.ts'
import { queueRoom } from './queue-room.ts'
import { scriptRoom } from './script-room.ts'
import { settingsRoom } from './settings-room.ts'
import { shell } from './shell.ts'
import { spendRoom } from './spend-room.ts'
import { timelineRoom } from './timeline-room.ts'

export function roomsOf(page: Page) {
  return {
    shell: shell(page),
    firstRun: firstRun(page),
    guide: guide(page),
    projects: projectsRoom(page),
    script: scriptRoom(page),
    make: makeRoom(page),
    timeline: timelineRoom(page),
    deliver: deliverRoom(page),
    library: libraryRoom(page),
    queue: queueRoom(page),
    settings: settingsRoom(page),
    spend: spendRoom(page),
  }
}
export type Rooms = ReturnType<typeof roomsOf>
