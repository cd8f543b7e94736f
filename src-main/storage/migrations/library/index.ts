/**
 * The library's migrations in order. The first makes a new file, and older files are refused. An entry is never edited once released; the
 * next change is the next number.
 */
import type { Migration } from '../../migrate.ts'
import { begin } from './021-begin.ts'
import { journal } from './022-journal.ts'
import { linesAndWords } from './023-lines-and-words.ts'
import { aboutVoices } from './024-about-voices.ts'
import { speakerTones } from './025-speaker-tones.ts'
import { rightTakes } from './026-right-takes.ts'
import { drift } from './027-drift.ts'
import { takeMarks } from './028-take-marks.ts'
import { aboutTakes } from './029-about-takes.ts'
import { luts } from './030-luts.ts'
import { voiceFolders } from './031-voice-folders.ts'
import { aboutProjects } from './032-about-projects.ts'
import { languages } from './033-languages.ts'
import { collections } from './034-collections.ts'
import { shelf } from './035-shelf.ts'
import { contents } from './036-contents.ts'
import { stacks } from './037-stacks.ts'
import { projectTemplates } from './038-project-templates.ts'
import { checks } from './039-checks.ts'
import { byHand } from './040-by-hand.ts'
import { clipLuts } from './041-clip-luts.ts'

export const libraryMigrations: readonly Migration[] = [
  begin,
  journal,
  linesAndWords,
  aboutVoices,
  speakerTones,
  rightTakes,
  drift,
  takeMarks,
  aboutTakes,
  luts,
  voiceFolders,
  aboutProjects,
  languages,
  collections,
  shelf,
  contents,
  stacks,
  projectTemplates,
  checks,
  byHand,
  clipLuts,
]
