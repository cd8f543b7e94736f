/** Look-up tables, scopes and matching of colours. */

export interface LutUse { readonly projectName: string, readonly sequenceName: string, readonly clips: number }

const clips = (count: number): string => count === 1 ? '1 clip' : `${count} clips`
const most = 8

export const grading = {
  scopes: {
    title: 'Scopes',
    toggle: 'Show or hide the scope',
    hide: 'Hide the scope',
    names: { waveform: 'Waveform', parade: 'RGB parade', vectorscope: 'Vectorscope', histogram: 'Histogram' },
    range: (from: number, to: number) => `${from}–${to}%`,
    said: (name: string, now: { range: string, mean: number, colourful: number }) =>
      `${name}: brightness ${now.range}, ${now.mean}% on average; saturation ${now.colourful}%`,
  },
  match: {
    title: 'Match colour',
    choose: (count: number) => `Click the clip that ${count === 1 ? 'this clip' : `these ${count} clips`} should look like, or choose:`,
    offers: {
      playhead: (name: string) => `Under the playhead: ${name}`,
      before: (name: string) => `Before: ${name}`,
      after: (name: string) => `After: ${name}`,
      source: (name: string) => `Source viewer: ${name}`,
    },
    comparing: (name: string) => `Comparing with ${name}…`,
    matched: (name: string) => `Matched to ${name}`,
    strength: 'Strength',
    other: 'Choose another',
    apply: 'Apply',
    noShot: 'Choose a video or image clip: only these have colours to match.',
    itself: 'This clip is one of those being matched. Choose another.',
    notSeen: 'These clips cannot be compared yet. Wait until their proxies are ready, then choose again.',
  },
  adjustment: { name: 'Adjustment', help: 'Its colours change everything below it. Fades and opacity say how much.' },
  luts: {
    title: 'LUT',
    none: 'None',
    amount: 'LUT amount',
    more: 'More about LUTs',
    import: 'Import .cube…',
    save: 'Save these colours as .cube',
    list: 'Manage LUTs…',
    listTitle: 'Your LUTs',
    empty: 'No LUTs yet. Import a .cube file from the Colour panel, or drop it there.',
    drop: 'Add the LUT to the selected clips',
    onlyCubes: 'LUTs are files that end in .cube. Nothing else was imported here.',
    added: (count: number) => count === 1 ? 'LUT imported and applied.' : `${count} LUTs imported; the first was applied.`,
    addedOnly: (count: number) => count === 1 ? 'LUT imported. It was applied to no clip: the clips are no longer there.' : `${count} LUTs imported. None was applied: the clips are no longer there.`,
    withoutVignette: 'Saved without the vignette: a LUT is the same everywhere in the frame.',
    nameOf: (name: string) => `Name of “${name}”`,
    sizeOf: (dimensions: 1 | 3, size: number) => dimensions === 3 ? `3D · ${size}` : `1D · ${size}`,
    removedName: (name: string | null) => name === null ? 'Missing LUT' : `${name} (removed)`,
    remove: 'Remove',
    removeNamed: (name: string) => `Remove “${name}”`,
    removeTitle: (name: string) => `Remove the LUT “${name}”?`,
    usedIn: (uses: readonly LutUse[]) => {
      const places = uses.slice(0, most).map(use => `“${use.sequenceName}” in ${use.projectName} (${clips(use.clips)})`).join(', ')
      const more = uses.length > most ? ` and ${uses.length - most} more` : ''
      return `It is used in ${places}${more}. These clips keep their colours; the LUT is only no longer offered.`
    },
    removed: (name: string) => `“${name}” is no longer offered.`,
  },
}
