/** The English texts, by area; their shape is the shape of every language. */
import { chat } from './chat.ts'
import { deliver } from './deliver.ts'
import { failures } from './failures.ts'
import { faults } from './faults.ts'
import { library } from './library.ts'
import { make } from './make.ts'
import { player } from './player.ts'
import { projects } from './projects.ts'
import { queue } from './queue.ts'
import { safety } from './safety.ts'
import { script } from './script.ts'
import { settings } from './settings.ts'
import { shell } from './shell.ts'
import { speech } from './speech.ts'
import { transcribe } from './transcribe.ts'
import { voices } from './voices.ts'

export const en = { shell, projects, library, queue, settings, faults, failures, make, speech, chat, transcribe, script, deliver, voices, player, safety }
