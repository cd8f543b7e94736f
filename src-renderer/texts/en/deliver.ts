/** Words of delivering. */
import type { DeliveryChanges, DeliveryFile, KitPart, PreflightFinding } from '#contract/deliveries.ts'
import type { CaptionMode } from '#contract/presets.ts'

type FindingWords = Record<PreflightFinding['finding'], (count: number, example: string) => { what: string, todo: string }>

type Measures = Partial<Record<PreflightFinding['finding'], (value: number) => string>>

const one = (count: number, singular: string, plural: string) => count === 1 ? `1 ${singular}` : `${count.toLocaleString('en')} ${plural}`

const findings: FindingWords = {
  'empty': () => ({ what: 'The project is empty.', todo: 'Make at least one line or one image.' }),
  'missing-media': count => ({ what: `${count === 1 ? '1 file is' : `${count} files are`} missing.`, todo: 'Locate the files, or make these takes again.' }),
  'no-ffmpeg': () => ({ what: 'ffmpeg was not found on this machine.', todo: 'See Settings for the install command.' }),
  'no-encoder': (_count, example) => ({ what: `ffmpeg has no ${example}.`, todo: 'Choose another preset, or install a complete ffmpeg.' }),
  'little-space': (_count, example) => ({ what: `Not enough disk space${example === '' ? '.' : `: about ${example} more needed.`}`, todo: 'Free some space.' }),
  'stale-line': count => ({ what: `${count === 1 ? '1 line is' : `${count} lines are`} stale: the take no longer matches the script.`, todo: 'Make stale lines again in the script, or deliver them as they are.' }),
  'line-not-made': count => ({ what: `${count === 1 ? '1 line is' : `${count} lines are`} not made and will be silent.`, todo: 'Make them in the script.' }),
  'no-picture': () => ({ what: 'There is no image. The video will be black.', todo: 'Make one in this project.' }),
  'broken-media': count => ({ what: `${count === 1 ? '1 picture' : `${count} pictures`} could not be read when added.`, todo: 'The render may fail: replace the file, or make the take again.' }),
  'short-source': count => ({ what: `${count === 1 ? '1 clip is' : `${count} clips are`} longer than the file.`, todo: 'The last frame is held and the sound ends. Trim the clip, or leave it so.' }),
  'upscaled': count => ({ what: `${one(count, 'picture is', 'pictures are')} enlarged and will look soft.`, todo: 'Zoom out, or use larger pictures.' }),
  'flash': count => ({ what: `${one(count, 'flash', 'flashes')} of a single frame.`, todo: 'Usually a cut that was missed by one frame.' }),
  'gap': count => ({ what: `${one(count, 'gap has', 'gaps have')} no image.`, todo: 'The background shows there.' }),
  'clipping': count => ({ what: `The mix clips in ${one(count, 'place', 'places')}.`, todo: 'The limiter catches it, but it may be heard. Lower the clips there.' }),
  'off-target': () => ({ what: 'The length is off its target.', todo: 'The target is set in the Timeline.' }),
  'too-long': () => ({ what: 'Too long for Shorts and stories.', todo: 'Set in and out points, or cut it.' }),
  'caption-fast': count => ({ what: `${one(count, 'caption is', 'captions are')} too fast to read.`, todo: 'Show them longer, or shorten the words.' }),
  'caption-outside': count => ({ what: `${one(count, 'caption does', 'captions do')} not fit into the safe area.`, todo: 'Split them, or choose a smaller size.' }),
}

const captionModes: Record<CaptionMode, { label: string, detail: string }> = {
  burned: { label: 'Burned in', detail: 'Always visible, in every player.' },
  soft: { label: 'Embedded', detail: 'Can be turned on and off in the player.' },
  sidecar: { label: 'Sidecar (SRT)', detail: 'A separate SRT file with the same name.' },
  none: { label: 'None', detail: 'No captions.' },
}

export const deliver = {
  title: 'Deliver',
  presets: {
    'landscape-720': { label: 'Video 16:9, 720p', detail: 'Fast to render, for sharing and review.' },
    'landscape-1080': { label: 'Video 16:9, 1080p', detail: 'For video sites.' },
    'portrait-1080': { label: 'Vertical 9:16', detail: 'For stories and shorts.' },
    'square-1080': { label: 'Square 1:1', detail: 'For social feeds.' },
    'four-five-1080': { label: 'Portrait 4:5', detail: 'For social feeds.' },
    'podcast-720': { label: 'Video podcast, 720p', detail: 'Podcast loudness.' },
    'podcast-1080': { label: 'Video podcast, 1080p', detail: 'Podcast loudness.' },
    'broadcast-720': { label: 'Broadcast, 720p', detail: 'EBU R128 loudness.' },
    'broadcast-1080': { label: 'Broadcast, 1080p', detail: 'EBU R128 loudness.' },
  } as Record<string, { label: string, detail: string }>,
  presetFacts: (width: number, height: number, lufs: string) => `${width} × ${height} · ${lufs} LUFS`,
  preset: 'Preset',
  captions: 'Captions',
  captionFacts: { burned: 'Captions burned in', soft: 'Embedded captions', sidecar: 'Caption file', none: 'No captions' },
  captionModes,
  name: 'Name',
  findings,
  preflight: 'Preflight',
  places: {
    goThere: 'Go there',
    fix: 'Fix',
    fixAll: 'Fix all',
    locate: 'Locate…',
    more: (count: number) => `Show ${count} more`,
    fixed: (step: string) => `Fixed: ${step}`,
    notFixed: 'This can no longer be fixed automatically. Edit it in the Timeline.',
    otherFile: (title: string) => `This is another file: it was added as “${title}”. Replace the clip in the Timeline to use it.`,
    /** What is measured at a place. */
    measures: {
      'upscaled': value => `${Math.round(value * 100)} %`,
      'clipping': value => `+${value.toFixed(1)} dB`,
      'off-target': value => `${Math.abs(value).toFixed(1)} s ${value > 0 ? 'too long' : 'too short'}`,
      'too-long': value => `at most ${Math.round(value / 60)} minutes`,
      'caption-fast': value => `${Math.round(value)} characters/s`,
      'caption-outside': value => `${value} rows`,
    } as Measures,
  },
  ready: 'Ready to render.',
  blocking: 'Must be fixed first',
  worth: 'Warnings',
  checking: 'Checking…',
  render: 'Render',
  renderHelp: 'Renders on this computer, free of charge.',
  queueing: 'Queueing…',
  rendering: 'Rendering',

  strip: {
    title: 'Overview',
    help: 'Laid out from the script: the chosen takes in order, with the images spread over them. View only.',
    editedHelp: 'As edited in the Timeline. Update the layout to follow the script again.',
    again: 'Update layout',
    laying: 'Updating layout…',
    pictures: 'Images',
    sounds: 'Speech',
    captions: 'Captions',
    seek: 'Click to see this moment in the delivery above',
    length: (time: string) => `Length ${time}`,
    range: (from: string, until: string) => `Renders ${from} to ${until}`,
    position: 'Position',
  },
  preview: {
    none: 'The finished video plays here.',
    noneBody: 'Choose a preset and press Render. Rendering runs on this computer and is free.',
    missing: 'The files of this delivery are missing.',
    olderThanScript: 'The script has changed since this was rendered.',
  },

  naming: {
    pattern: 'Pattern…',
    patternLabel: 'Name new deliveries like this',
    reset: 'Name it by the pattern',
    file: (file: string) => `File: ${file}`,
    taken: (file: string) => `This name is taken. Nothing is replaced: the file becomes ${file}`,
    example: (name: string) => `Now: ${name}`,
    tokens: {
      project: 'Name of the project',
      sequence: 'Name of the sequence',
      preset: 'Name of the preset',
      date: 'Day of the delivery',
      number: 'Number of the delivery in this project',
    },
  },
  again: {
    label: 'Deliver again with the same settings',
    labelNamed: (name: string) => `Deliver “${name}” again with the same settings`,
    title: (name: string) => `Deliver “${name}” again?`,
    act: 'Deliver again',
    unknown: 'The sequence is delivered as it is now, with the same settings. What has changed since cannot be told.',
    changed: ({ pictures, sounds, captions, secondsLonger }: DeliveryChanges) => {
      const parts = [
        ...pictures > 0 ? [one(pictures, 'picture', 'pictures')] : [],
        ...sounds > 0 ? [one(sounds, 'sound', 'sounds')] : [],
        ...captions > 0 ? [one(captions, 'caption', 'captions')] : [],
      ]
      const length = Math.abs(secondsLonger) < 0.05 ? '' : ` It is ${Math.abs(secondsLonger).toFixed(1)} s ${secondsLonger > 0 ? 'longer' : 'shorter'}.`
      return parts.length === 0 && length === ''
        ? 'Nothing has changed since: it will be the same film again.'
        : `Changed since: ${parts.length === 0 ? 'only the length' : parts.join(', ')}.${length}`
    },
  },
  compare: {
    act: 'Compare with the one on show',
    actNamed: (name: string) => `Compare “${name}” with the one on show`,
    title: 'Compare deliveries',
    hint: 'Space plays both in step. X changes between A and B at the same frame. S shows both or one.',
    sideBySide: 'Side by side (S)',
    flip: 'Change between A and B (X)',
    position: 'Position',
  },
  ahead: (percent: number) => `Rendering ahead ${percent} %`,
  aheadHelp: 'While you are away, the next delivery of this sequence is prepared. It stops at the first key or click. Turn it off in Settings.',
  list: 'Deliveries',
  none: 'No deliveries yet.',
  files: 'Files',
  folder: 'Folder',
  copyPath: 'Copy path',
  reveal: 'Show in file manager',
  roles: {
    'video': 'Video',
    'captions': 'Captions',
    'report': 'Loudness',
    'stem': 'Stem',
    'transcript': 'Transcript',
    'poster': 'Poster',
    'chapters': 'Chapters',
    'edit-list': 'Edit list',
    'media': 'Media',
    'manifest': 'Manifest',
    'readme': 'Read me',
  } satisfies Record<DeliveryFile['role'], string> as Record<DeliveryFile['role'], string>,
  kit: {
    open: 'Kit…',
    help: 'Delivers several parts in one folder: the film, stems, edit lists for other programs, and more.',
    title: 'Deliver a kit',
    intro: 'One folder with the parts that you choose, a manifest, and a text that explains them.',
    parts: {
      'master': { label: 'Film', detail: 'Rendered with the chosen preset.' },
      'poster': { label: 'Poster', detail: 'A frame of the film, as PNG.' },
      'captions': { label: 'Captions', detail: 'SRT and WebVTT, for each language.' },
      'chapters': { label: 'Chapters', detail: 'Times and names, as text.' },
      'transcript': { label: 'Transcript', detail: 'Who says what, and when.' },
      'stems': { label: 'Stems', detail: 'Each track and speaker as WAV, for mixing.' },
      'edit-lists': { label: 'Edit lists', detail: 'To go on in Resolve, Final Cut Pro, Shotcut, Kdenlive.' },
      'media': { label: 'Media for the edit lists', detail: 'Copies of all files that they name.' },
    } satisfies Record<KitPart, { label: string, detail: string }> as Record<KitPart, { label: string, detail: string }>,
    needs: (part: string) => `Only together with: ${part}`,
    nothing: 'Nothing for this in the sequence',
    about: (size: string) => `about ${size}`,
    sum: (size: string) => `Together about ${size}`,
    deliver: 'Deliver kit',
    chip: (count: number) => `Kit, ${count} files`,
    showAll: (count: number) => `Show all ${count} files`,
  },
  /** Without a target it is empty. */
  loudness: (lufs: string, target: string) => target === '' ? `${lufs} LUFS` : `${lufs} LUFS, target ${target}`,
  peak: (dbtp: string) => `peak ${dbtp} dBTP`,
  loudnessHelp: 'Measured on the finished file: integrated loudness (EBU R128) and true peak.',
  missing: 'Missing',
  play: (name: string) => `View “${name}”`,
  empty: {
    title: 'Nothing to deliver yet',
    body: 'A delivery is laid out from the script. Make at least one line, and images if you want a picture.',
    toScript: 'Go to Script',
    toMake: 'Make an image',
  },
  keys: { render: 'Render', layOut: 'Update layout', play: 'Play or pause the delivery' },
}
