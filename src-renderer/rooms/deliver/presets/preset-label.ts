/** What a preset is called: the studio's own in the language of the page, the user's by their name. */
import type { Preset } from '#contract/presets.ts'
import type { Texts } from '../../../texts/texts.ts'

export function presetLabel(presetId: string, texts: Texts, own: readonly Preset[]): string {
  return texts.deliver.presets[presetId]?.label ?? own.find(({ id }) => id === presetId)?.name ?? texts.ownPresets.deleted
}
