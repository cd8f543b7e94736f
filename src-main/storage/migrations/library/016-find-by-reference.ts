/** What refers to a row, and what is in the trash, are found without reading whole tables, however long they become. */
import type { Migration } from '../../migrate.ts'
import { trimmedText } from '../../trimmed-text.ts'

export const findByReference: Migration = {
  version: 16,
  name: 'find by reference',
  statements: [
    `CREATE INDEX sequence_clips_by_line ON sequence_clips (line_id) WHERE line_id IS NOT NULL`,
    // A filed take is offered to every line that says the same.
    `CREATE INDEX lines_by_words ON lines (${trimmedText}) WHERE removed_at IS NULL`,
    // Before a row is deleted, SQLite looks for those that refer to it.
    `CREATE INDEX messages_by_parent ON messages (parent_id) WHERE parent_id IS NOT NULL`,
    `CREATE INDEX conversations_by_project ON conversations (project_id) WHERE project_id IS NOT NULL`,
    `CREATE INDEX castings_by_voice ON castings (voice_id) WHERE voice_id IS NOT NULL`,
    `CREATE INDEX deliveries_by_sequence ON deliveries (sequence_id)`,
    `CREATE INDEX voices_by_clip ON voices (clip_take_id)`,
    `CREATE INDEX storyboard_looks_by_reference ON storyboard_looks (reference_take_id) WHERE reference_take_id IS NOT NULL`,
    // Chats that refer to files, and answers that are arriving.
    `CREATE INDEX messages_with_files ON messages (conversation_id) WHERE instr(parts, '"assetId"') > 0`,
    `CREATE INDEX messages_arriving ON messages (state) WHERE state = 'arriving'`,
    // Documents of earlier versions have their clips inside.
    `CREATE INDEX sequences_with_clips_inside ON sequences (project_id) WHERE instr(document, '"takeId"') > 0`,
    `CREATE INDEX snapshots_by_picture ON snapshots (picture_asset_id) WHERE picture_asset_id IS NOT NULL`,
    // The trash.
    `CREATE INDEX projects_trashed ON projects (trashed_at) WHERE trashed_at IS NOT NULL`,
    `CREATE INDEX lines_removed ON lines (project_id) WHERE removed_at IS NOT NULL`,
    `CREATE INDEX sequences_trashed ON sequences (project_id) WHERE trashed_at IS NOT NULL`,
    `CREATE INDEX voices_trashed ON voices (trashed_at) WHERE trashed_at IS NOT NULL`,
    `CREATE INDEX conversations_trashed ON conversations (trashed_at) WHERE trashed_at IS NOT NULL`,
    `CREATE INDEX deliveries_trashed ON deliveries (project_id) WHERE trashed_at IS NOT NULL`,
    // What a project's card counts.
    `CREATE INDEX takes_kept_by_project ON takes (project_id) WHERE trashed_at IS NULL`,
    `CREATE INDEX lines_kept ON lines (project_id, position) WHERE removed_at IS NULL`,
    `CREATE INDEX lines_not_chosen ON lines (project_id) WHERE removed_at IS NULL AND chosen_take_id IS NULL`,
  ],
}
