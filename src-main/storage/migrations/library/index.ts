/** The library's migrations in order. An entry is never edited once released; the next change is the next number. */
import type { Migration } from '../../migrate.ts'
import { begin } from './001-begin.ts'
import { wholeService } from './002-whole-service.ts'
import { castOwnVoices } from './003-cast-own-voices.ts'
import { searchEveryScript } from './004-search-every-script.ts'
import { trash } from './005-trash.ts'
import { snapshots } from './006-snapshots.ts'
import { setAsideCorrections } from './007-set-aside-corrections.ts'
import { arrivals } from './008-arrivals.ts'
import { findByRequest } from './009-find-by-request.ts'
import { projectTakes } from './010-project-takes.ts'
import { storyboard } from './011-storyboard.ts'
import { clips } from './012-clips.ts'
import { deliveryLog } from './013-delivery-log.ts'
import { speakerColours } from './014-speaker-colours.ts'
import { doneChanges } from './015-done-changes.ts'
import { findByReference } from './016-find-by-reference.ts'
import { versionSummaries } from './017-version-summaries.ts'
import { deliveryChoices } from './018-delivery-choices.ts'
import { sounds } from './019-sounds.ts'
import { factsVersion } from './020-facts-version.ts'
import { heard } from './021-heard.ts'
import { journal } from './022-journal.ts'

export const libraryMigrations: readonly Migration[] = [
  begin,
  wholeService,
  castOwnVoices,
  searchEveryScript,
  trash,
  snapshots,
  setAsideCorrections,
  arrivals,
  findByRequest,
  projectTakes,
  storyboard,
  clips,
  deliveryLog,
  speakerColours,
  doneChanges,
  findByReference,
  versionSummaries,
  deliveryChoices,
  sounds,
  factsVersion,
  heard,
  journal,
]
