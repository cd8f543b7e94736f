/** Words of the presets that a person saved. */
import type { SizeProblem } from '#rules/deliver/encoder-sizes.ts'
import type { PresetRefusal } from '#rules/deliver/own-presets.ts'

const refused: Record<PresetRefusal | 'full', (file: string) => string> = {
  'too-large': file => `“${file}” is too large for a preset file.`,
  'not-presets': file => `“${file}” contains no Takeroom presets.`,
  'newer': file => `“${file}” was exported by a newer version of Takeroom. Update Takeroom to import it.`,
  'damaged': file => `“${file}” has presets that cannot be used here. Nothing was imported.`,
  'full': file => `“${file}” was not imported. You can keep up to 50 presets. Delete some first.`,
}

function unfit(codec: string, problem: SizeProblem): string {
  switch (problem.is) {
    case 'too-small': return `${codec} needs at least ${problem.least.width} × ${problem.least.height} pixels.`
    case 'too-narrow': return `${codec} needs at least ${problem.side} pixels on the shorter side if the longer one has more than ${problem.longest}.`
    case 'too-large': return `${codec} allows more than ${problem.most} pixels on one side only.`
    default: return problem satisfies never
  }
}

export const ownPresets = {
  group: 'My presets',
  menu: 'Preset actions',
  deleted: 'Deleted preset',
  save: 'Save as preset…',
  saveTitle: 'Save as preset',
  saved: (name: string) => `Preset “${name}” saved.`,
  unfit,
  copyOf: (name: string) => `${name} copy`,
  change: 'Edit…',
  changeTitle: (name: string) => `Edit “${name}”`,
  rename: 'Rename…',
  renameTitle: 'Rename preset',
  remove: 'Delete',
  removed: (name: string) => `Preset “${name}” deleted.`,
  export: 'Export…',
  exportAll: 'Export all…',
  fileOfAll: 'Takeroom presets',
  import: 'Import…',
  imported: (names: readonly string[]) =>
    names.length === 1 ? `Preset “${names.join('')}” imported.` : `${names.length} presets imported.`,
  full: 'You can keep up to 50 presets.',
  refused,
  codec: 'Codec',
  width: 'Width',
  height: 'Height',
  size: 'Size',
  rate: 'Frame rate',
  rateOfSequence: 'Same as sequence',
  quality: 'Quality',
  qualities: { small: 'Small file', standard: 'Standard', high: 'High' },
  /** Of codecs whose qualities have names of their own. */
  profiles: { prores: { small: 'LT', standard: '422', high: 'HQ' }, prores4444: { standard: '4444', high: '4444 XQ' }, dnxhr: { small: 'LB', standard: 'SQ', high: 'HQ' } },
  pictureBits: 'Colour depth',
  light: 'Brightness',
  lights: { sdr: 'SDR, BT.709', hlg: 'HDR, HLG (BT.2020)', pq: 'HDR, PQ (BT.2020)' },
  background: 'Background',
  backgrounds: { sequence: 'Same as sequence', clear: 'Transparent (straight alpha)' },
  sound: 'Audio',
  kilobits: 'kbit/s',
  bitRate: 'Bit rate',
  byQuality: 'By quality',
  sampleRate: 'Sample rate',
  channels: 'Channels',
  channelNames: { 1: 'Mono', 2: 'Stereo' },
  bits: 'Depth',
  bitsOf: (bits: number) => `${bits} bit`,
  hardware: 'Hardware encoder',
}
