/** Words of delivering. */
import type { CaptionMode, PreflightFinding } from '#contract/deliveries.ts'

type FindingWords = Record<PreflightFinding['finding'], (count: number, example: string) => { what: string, todo: string }>

const quoted = (example: string) => example === '' ? '' : ` The first: “${example}”.`

const findings: FindingWords = {
  'empty': () => ({ what: 'There is nothing in it yet.', todo: 'Make at least one line or one picture.' }),
  'missing-media': (count, example) => ({ what: `${count === 1 ? 'One file is' : `${count} files are`} not where they should be.${quoted(example)}`, todo: 'Make those takes again, then lay the script out again.' }),
  'no-ffmpeg': () => ({ what: 'ffmpeg was not found on this machine.', todo: 'Settings has the command that installs it.' }),
  'little-space': (_count, example) => ({ what: `There is too little space on the disk${example === '' ? '.' : `: about ${example} more are needed.`}`, todo: 'Free some space.' }),
  'stale-line': (count, example) => ({ what: `${count === 1 ? 'One line is' : `${count} lines are`} stale: the take says something else than the script.${quoted(example)}`, todo: 'Make what is stale, or deliver it as it is.' }),
  'line-not-made': (count, example) => ({ what: `${count === 1 ? 'One line is' : `${count} lines are`} not made, and will not be heard.${quoted(example)}`, todo: 'Speak them in the script.' }),
  'no-picture': () => ({ what: 'There is no picture: the video will be black.', todo: 'Make one in this project.' }),
  'gap': count => ({ what: count === 1 ? 'There is one gap without a picture.' : `There are ${count} gaps without a picture.`, todo: 'They will be black.' }),
}

const captionModes: Record<CaptionMode, { label: string, detail: string }> = {
  burned: { label: 'In the picture', detail: 'Always seen, on every player.' },
  soft: { label: 'In the file', detail: 'Switched on and off in the player.' },
  sidecar: { label: 'Beside the file', detail: 'An SRT file of the same name.' },
  none: { label: 'None', detail: 'No captions.' },
}

export const deliver = {
  title: 'Deliver',
  presets: {
    'landscape-720': { label: 'Video 16:9, 720p', detail: 'Quick to render; for sharing and review.' },
    'landscape-1080': { label: 'Video 16:9, 1080p', detail: 'For video sites.' },
    'portrait-1080': { label: 'Upright 9:16', detail: 'For stories and shorts.' },
    'square-1080': { label: 'Square 1:1', detail: 'For feeds.' },
    'four-five-1080': { label: 'Feed 4:5', detail: 'For feeds, taller.' },
    'podcast-720': { label: 'Video podcast, 720p', detail: 'Speech level for podcasts.' },
    'podcast-1080': { label: 'Video podcast, 1080p', detail: 'Speech level for podcasts.' },
    'broadcast-720': { label: 'Broadcast, 720p', detail: 'EBU R 128 level.' },
    'broadcast-1080': { label: 'Broadcast, 1080p', detail: 'EBU R 128 level.' },
  } as Record<string, { label: string, detail: string }>,
  presetFacts: (width: number, height: number, lufs: string) => `${width} × ${height} · ${lufs} LUFS`,
  preset: 'For',
  captions: 'Captions',
  captionModes,
  name: 'Name',
  findings,
  preflight: 'Before rendering',
  ready: 'Nothing stands in the way.',
  blocking: 'Has to be settled first',
  worth: 'Worth knowing',
  checking: 'Checking…',
  render: 'Render',
  renderHelp: 'Made on this machine: it costs nothing but time.',
  queueing: 'Queueing…',
  rendering: 'Rendering',

  strip: {
    title: 'Overview',
    help: 'Laid out from the script: chosen takes one after another, pictures spread over the whole. For looking only.',
    again: 'Lay out again',
    laying: 'Laying out…',
    pictures: 'Pictures',
    sounds: 'Speech',
    captions: 'Captions',
    seek: 'Click to look at this moment of the delivery above',
    length: (time: string) => `${time} long`,
    position: 'Place in the delivery',
  },
  preview: {
    none: 'The finished video plays here.',
    noneBody: 'Choose what it is for and press Render. It is made on this machine and costs nothing.',
    missing: 'The files of this delivery are not where they should be.',
    olderThanScript: 'The script has changed since this was rendered.',
  },

  list: 'Deliveries',
  none: 'None yet.',
  files: 'Files',
  folder: 'Folder',
  copyPath: 'Copy the path',
  reveal: 'Show in the file manager',
  roles: { video: 'Video', captions: 'Captions' },
  loudness: (lufs: string, target: string) => `${lufs} LUFS, aim ${target}`,
  peak: (dbtp: string) => `peak ${dbtp} dBTP`,
  loudnessHelp: 'Measured on the finished file: loudness of the whole (EBU R 128) and true peak.',
  missing: 'Missing',
  play: (name: string) => `Look at “${name}”`,
  empty: {
    title: 'Nothing to deliver yet',
    body: 'A delivery is laid out from the script: make at least one line, and a picture if it should have one.',
    toScript: 'Go to the script',
    toMake: 'Make a picture',
  },
  keys: { render: 'Render', layOut: 'Lay the script out again', play: 'Play or pause the delivery' },
}
