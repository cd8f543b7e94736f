/** The voice that the fields of a speech request name; each model has its own field for it. */
import type { Fields } from '#contract/models.ts'

const names = ['voice', 'voice_name', 'voice_id', 'voice_url', 'preset_url'] as const

/** Null where they name none. */
export function voiceNamed(fields: Fields): string | null {
  for (const name of names) {
    const value = fields[name]
    if (typeof value === 'string' && value !== '')
      return value
  }
  return null
}
