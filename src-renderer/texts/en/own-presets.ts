/** Words of a person's own presets. */
import type { PresetRefusal } from '#rules/deliver/own-presets.ts'

const refused: Record<PresetRefusal | 'full', (file: string) => string> = {
  'too-large': file => `“${file}” is too large to be a file of presets.`,
  'not-presets': file => `“${file}” has no presets of Takeroom.`,
  'newer': file => `“${file}” was exported by a newer version of Takeroom. Update Takeroom to import it.`,
  'damaged': file => `“${file}” has presets that cannot be used here. Nothing was imported.`,
  'full': file => `“${file}” was not imported: at most 50 own presets are kept. Delete some first.`,
}

export const ownPresets = {
  group: 'My presets',
  menu: 'Preset actions',
  deleted: 'Deleted preset',
  save: 'Save as preset…',
  saveTitle: 'Save as preset',
  saved: (name: string) => `Saved the preset “${name}”`,
  tooSmall: (codec: string, least: number) => `${codec} needs at least ${least} × ${least} pixels.`,
  copyOf: (name: string) => `${name}, own`,
  change: 'Change…',
  changeTitle: (name: string) => `Change “${name}”`,
  rename: 'Rename…',
  renameTitle: 'Rename preset',
  remove: 'Delete',
  removed: (name: string) => `Deleted the preset “${name}”`,
  export: 'Export…',
  exportAll: 'Export all…',
  fileOfAll: 'Takeroom presets',
  import: 'Import…',
  imported: (names: readonly string[]) =>
    names.length === 1 ? `Imported the preset “${names.join('')}”` : `Imported ${names.length} presets`,
  full: 'At most 50 own presets are kept.',
  refused,
  codec: 'Codec',
  width: 'Width',
  height: 'Height',
  size: 'Size',
  rate: 'Frame rate',
  rateOfSequence: 'As the sequence',
  quality: 'Quality',
  qualities: { small: 'Small file', standard: 'Standard', high: 'High' },
  sound: 'Sound',
  kilobits: 'kbit/s',
  hardware: 'Hardware encoder',
}
