/** Words of delivering. */
import type { DeliveryChanges, DeliveryFile, PreflightFinding } from '#contract/deliveries.ts'
import type { KitPart } from '#contract/delivery-options.ts'
import type { CaptionMode, PresetPurpose } from '#contract/presets.ts'
import type { PlatformProblem } from '#rules/deliver/platforms.ts'
import { mostFrames } from '#rules/deliver/frames.ts'
import { isPlatformName } from '#rules/deliver/platforms.ts'
import { delivery } from './delivery.ts'

type FindingWords = Record<PreflightFinding['finding'], (count: number, example: string) => { what: string, todo: string }>

type Measures = Partial<Record<PreflightFinding['finding'], (value: number) => string>>

const one = (count: number, singular: string, plural: string) => count === 1 ? `1 ${singular}` : `${count.toLocaleString('en')} ${plural}`

/** By the reason that the finding names. */
const chapterProblems: Readonly<Record<string, string>> = delivery.chapters.problems
const notSigned: Readonly<Record<string, string>> = {
  'no-certificate': ': there is no certificate.',
  'expired': ': the certificate has expired.',
  'not-yet-valid': ': the certificate is not valid yet.',
  'format': ': this file type can’t carry Content Credentials.',
}

const platformProblems: Readonly<Record<PlatformProblem, (name: string) => { what: string, todo: string }>> = {
  shape: name => ({ what: `${name} accepts vertical and square videos only.`, todo: 'This one becomes an ordinary video. Use a 9:16 preset and sequence.' }),
  side: name => ({ what: `The video is smaller than ${name} accepts.`, todo: 'Choose a larger size in the preset.' }),
  rate: name => ({ what: `${name} accepts 23 to 60 fps.`, todo: 'Choose another frame rate in the preset.' }),
  bytes: name => ({ what: `The file will be larger than ${name} accepts.`, todo: 'Deliver a range, or choose a lower quality.' }),
  loudness: name => ({ what: `${name} plays at another loudness and will change yours.`, todo: 'Choose its loudness under Loudness.' }),
}
function platformWords(example: string): { what: string, todo: string } {
  const [problem = '', ...name] = example.split(' ')
  return (platformProblems[problem as PlatformProblem] ?? platformProblems.side)(name.join(' ')) // of main's own making
}

const findings: FindingWords = {
  'empty': () => ({ what: 'The project is empty.', todo: 'Generate at least one line or image.' }),
  'missing-media': count => ({ what: `${count === 1 ? '1 file is' : `${count} files are`} missing.`, todo: 'Relink the files, or generate them again.' }),
  'no-ffmpeg': () => ({ what: 'ffmpeg 5.1 or newer was not found.', todo: 'Install it: Settings → About.' }),
  'no-encoder': (_count, example) => ({ what: `ffmpeg has no ${example}.`, todo: 'Choose another preset, or install a complete ffmpeg.' }),
  'too-small': (_count, example) => ({ what: `The video is too small for this encoder: at least ${example} pixels are needed.`, todo: 'Choose a larger size or another codec in the preset.' }),
  'too-narrow': (_count, example) => {
    const [side = '', longest = ''] = example.split(' ')
    return {
      what: `The video is too narrow for this encoder: if one side has more than ${longest} pixels, the other needs at least ${side}.`,
      todo: 'Choose another size or codec in the preset.',
    }
  },
  'too-large': (_count, example) => ({
    what: `The video is too large for this encoder: only one side may have more than ${example} pixels.`,
    todo: 'Choose a smaller size or another codec in the preset.',
  }),
  'odd-rate': () => ({ what: 'This file type does not support the frame rate of the sequence.', todo: 'MXF supports 23.976, 24, 25, 29.97, 30, 50, 59.94 and 60 fps. Save the preset as your own and choose one, or use MOV.' }),
  'many-frames': count => ({ what: `The image sequence has ${one(count, 'file', 'files')}.`, todo: count > mostFrames ? 'File numbers have six digits: the limit is 999,999. Set in and out points, or choose a lower frame rate.' : 'Many apps open such a folder slowly. Set in and out points to deliver it in ranges, or deliver a video.' }),
  'platform': (_count, example) => platformWords(example),
  'covered': count => ({ what: `${one(count, 'caption or title', 'captions or titles')} will be covered by the platform’s buttons and texts.`, todo: 'Move titles towards the middle. Captions that are still covered are too large or have too many rows.' }),
  'little-space': (_count, example) => ({ what: `Not enough disk space${example === '' ? '.' : `: about ${example} more needed.`}`, todo: 'Free some space.' }),
  'stale-line': count => ({ what: `${count === 1 ? '1 line is' : `${count} lines are`} outdated: the take no longer matches the script.`, todo: 'Generate outdated lines again in the script, or deliver them as they are.' }),
  'line-not-made': count => ({ what: `${count === 1 ? '1 line is' : `${count} lines are`} without a take and will be silent.`, todo: 'Generate them in the script.' }),
  'no-picture': () => ({ what: 'There is no image. The video will be black.', todo: 'Generate one in this project.' }),
  'broken-media': count => ({ what: `${count === 1 ? 'The file of 1 clip' : `The files of ${count} clips`} cannot be decoded.`, todo: 'They cannot be rendered. Save the file in another format and import that, or generate the take again.' }),
  'hdr': count => ({ what: `${one(count, 'shot is', 'shots are')} HDR and will look washed out.`, todo: 'This ffmpeg cannot convert HDR (zscale or tonemap is missing). Use a complete ffmpeg, or SDR files.' }),
  'odd-colours': count => ({ what: `${one(count, 'image has', 'images have')} a colour profile that cannot be read.`, todo: 'The preview and the delivery show such colours as sRGB. If they look wrong, save the image as sRGB and import it again.' }),
  'short-source': count => ({ what: `${count === 1 ? '1 clip is' : `${count} clips are`} longer than the file.`, todo: 'The last frame freezes and the audio ends early. Trim the clip, or leave it.' }),
  'upscaled': count => ({ what: `${one(count, 'image is', 'images are')} enlarged and will look soft.`, todo: 'Reduce the scale, or use larger images.' }),
  'flash': count => ({ what: `${one(count, 'single-frame flash', 'single-frame flashes')}.`, todo: 'Usually a cut that was missed by one frame.' }),
  'gap': count => ({ what: `${one(count, 'gap has', 'gaps have')} no image.`, todo: 'The background is visible there.' }),
  'clipping': count => ({ what: `The mix clips in ${one(count, 'place', 'places')}.`, todo: 'The limiter catches it, but it may be audible. Lower the gain of the clips there.' }),
  'disabled': count => ({ what: `${one(count, 'clip is', 'clips are')} disabled and left out.`, todo: 'Enable them in the Timeline.' }),
  'not-signable': (_count, example) => ({ what: `Can’t be signed with Content Credentials${notSigned[example] ?? '.'}`, todo: 'Set up a certificate in Settings → Delivery, or turn signing off.' }),
  'certificate-ends': (_count, example) => ({ what: `The certificate for Content Credentials expires on ${example}.`, todo: 'Ask for a new one, and choose it in Settings → Delivery.' }),
  'too-large-to-sign': (_count, example) => ({ what: `At about ${example}, the file may be too large to sign.`, todo: 'Then nothing is delivered. Choose a smaller preset or range, or turn signing off.' }),
  'off-target': () => ({ what: 'The length misses the target.', todo: 'The target is set in the Timeline.' }),
  'too-long': (_count, example) => ({ what: `Too long for ${isPlatformName(example) ? example : 'Shorts and stories'}.`, todo: 'Set in and out points, or cut it.' }),
  'chapters': (_count, example) => ({ what: chapterProblems[example] ?? 'YouTube shows no chapters.', todo: 'Move, add or remove named markers in the Timeline; or deliver without chapters.' }),
  'caption-old': count => ({ what: `${one(count, 'caption shows', 'captions show')} the text of an earlier take.`, todo: 'Use the new text, or keep yours, in the Timeline.' }),
  'caption-fast': count => ({ what: `${one(count, 'caption is', 'captions are')} too fast to read.`, todo: 'Show them longer, or shorten the text.' }),
  'caption-outside': count => ({ what: `${one(count, 'caption leaves', 'captions leave')} the safe area.`, todo: 'Split them, or choose a smaller size.' }),
  'missing-letters': (count, example) => ({ what: `${one(count, 'caption or title has', 'captions or titles have')} characters that no font of Takeroom has: ${example}.`, todo: 'They are shown as empty boxes. Use other characters.' }),
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
    'youtube-1080': { label: 'YouTube', detail: 'High quality; checks chapters and length.' },
    'youtube-shorts': { label: 'YouTube Shorts', detail: 'At most three minutes. Captions avoid its buttons.' },
    'tiktok': { label: 'TikTok', detail: 'At most an hour. Captions avoid its buttons.' },
    'instagram-reels': { label: 'Instagram Reels', detail: 'At most 15 minutes; up to three are recommended to others. Captions avoid its buttons.' },
    'spotify': { label: 'Spotify podcast', detail: 'MP3 at −14 LUFS, as Spotify plays.' },
    'apple-podcasts': { label: 'Apple Podcasts', detail: 'AAC with chapters at −16 LUFS, as Apple requires.' },
    'broadcast-a85-1080': { label: 'Broadcast A/85, 1080p', detail: '−24 LKFS, as American broadcasters require.' },
    'landscape-720': { label: 'Video 16:9, 720p', detail: 'Fast to render, for sharing and review.' },
    'landscape-1080': { label: 'Video 16:9, 1080p', detail: 'For video sites.' },
    'portrait-1080': { label: 'Vertical 9:16', detail: 'For stories and shorts.' },
    'square-1080': { label: 'Square 1:1', detail: 'For social feeds.' },
    'four-five-1080': { label: 'Portrait 4:5', detail: 'For social feeds.' },
    'podcast-720': { label: 'Video podcast, 720p', detail: 'Podcast loudness.' },
    'podcast-1080': { label: 'Video podcast, 1080p', detail: 'Podcast loudness.' },
    'broadcast-720': { label: 'Broadcast, 720p', detail: 'EBU R128 loudness.' },
    'broadcast-1080': { label: 'Broadcast, 1080p', detail: 'EBU R128 loudness.' },
    'landscape-2160': { label: 'Video 16:9, 4K', detail: 'For large screens. Takes several times as long.' },
    'hevc-1080': { label: 'HEVC 16:9, 1080p', detail: 'Half the size of H.264. Plays on phones, Macs and new PCs.' },
    'hevc-2160': { label: 'HEVC 16:9, 4K', detail: 'For televisions and phones.' },
    'av1-1080': { label: 'AV1 16:9, 1080p', detail: 'The smallest file. Slow to render, for new players.' },
    'webm-1080': { label: 'WebM 16:9, 1080p', detail: 'VP9 and Opus, for web pages.' },
    'prores-1080': { label: 'ProRes 422 HQ, 1080p', detail: 'For editing: very large, visually lossless, loudness as mixed.' },
    'hevc-10-1080': { label: 'HEVC 10-bit, 1080p', detail: 'Smoother gradients than 8 bits. For televisions, phones and new computers.' },
    'av1-10-1080': { label: 'AV1 10-bit, 1080p', detail: 'The smallest file with smooth gradients. Slow to render, for new players.' },
    'hdr-hlg-2160': { label: 'HDR (HLG), 4K', detail: 'HEVC, 10 bits, BT.2020. Keeps HDR shots as bright as they are; also watchable on ordinary televisions.' },
    'hdr-pq-2160': { label: 'HDR10 (PQ), 4K', detail: 'HEVC, 10 bits, BT.2020. Keeps HDR shots; everything else is white at 203 cd/m².' },
    'prores-4444-1080': { label: 'ProRes 4444 with alpha, 1080p', detail: 'Transparent where there is no clip (straight alpha), for overlays in other apps. Very large.' },
    'dnxhr-1080': { label: 'DNxHR HQ, 1080p', detail: 'MOV for Avid and other editors: very large, loudness as mixed.' },
    'dnxhr-mxf-1080': { label: 'DNxHR HQ, MXF, 1080p', detail: 'MXF OP1a for Avid and broadcasters: very large, loudness as mixed.' },
    'png-frames-1080': { label: 'PNG image sequence, 1080p', detail: 'A numbered PNG file for each frame, transparent where there is no clip, and the audio as WAV. Very large.' },
    'podcast-mp3': { label: 'Podcast MP3', detail: 'With chapters. Podcast loudness.' },
    'audiobook-m4b': { label: 'Audiobook M4B', detail: 'With chapters, for audiobook players.' },
    'audiobook-acx': { label: 'Audiobook for shops, MP3', detail: '44.1 kHz, mono, 192 kbit/s. For ACX and others deliver a kit: a file for each chapter, measured.' },
    'audio-mp3': { label: 'MP3', detail: 'Plays everywhere.' },
    'audio-m4a': { label: 'M4A (AAC)', detail: 'Smaller than MP3 at the same quality.' },
    'audio-opus': { label: 'Opus', detail: 'The smallest. For web pages and new players.' },
    'audio-flac': { label: 'FLAC', detail: 'Lossless, compressed.' },
    'audio-wav': { label: 'WAV, 24-bit', detail: 'Lossless, for editing.' },
    'gif-360': { label: 'GIF', detail: 'Animation without audio. Best under ten seconds.' },
    'webp-360': { label: 'Animated WebP', detail: 'Like GIF, smaller and with all colours.' },
    'still-png': { label: 'Still frame, PNG', detail: 'One frame, lossless.' },
    'still-jpeg': { label: 'Still frame, JPEG', detail: 'One frame, small.' },
  } as Record<string, { label: string, detail: string }>,
  groups: { file: 'File', loudness: 'Loudness', chapters: 'Chapters', tags: 'Tags and cover', origin: 'Origin' },
  purpose: 'Deliver as',
  purposes: {
    film: { label: 'Video', detail: 'For video sites, televisions and web pages' },
    vertical: { label: 'Vertical', detail: 'For stories, shorts and feeds' },
    podcast: { label: 'Podcast', detail: 'For podcasts and music players' },
    audiobook: { label: 'Audiobook', detail: 'For audiobook players and shops' },
    editor: { label: 'For an editor', detail: 'For other editors and broadcasters' },
    stills: { label: 'Images', detail: 'One frame, or a short animation' },
  } satisfies Record<PresetPurpose, { label: string, detail: string }>,
  lufs: (lufs: string) => `${lufs} LUFS`,
  preset: 'Preset',
  otherShape: (size: string) => `The sequence is ${size}. This preset adds bars.`,
  takePreset: (preset: string) => `Use “${preset}”`,
  captions: 'Captions',
  captionFacts: { burned: 'Captions burned in', soft: 'Embedded captions', sidecar: 'Sidecar captions', none: 'No captions' },
  captionModes,
  name: 'Name',
  findings,
  preflight: 'Preflight',
  preflightSum: (blocking: number, worth: number) =>
    [...blocking > 0 ? [`${blocking} to fix first`] : [], ...worth > 0 ? [one(worth, 'warning', 'warnings')] : []].join(', '),
  places: {
    goThere: 'Go to',
    fix: 'Fix',
    fixAll: 'Fix all',
    makePicture: 'Generate an image',
    storyboard: 'Storyboard',
    locate: 'Relink…',
    more: (count: number) => `Show ${count} more`,
    fixed: (step: string) => `Fixed: ${step}`,
    notFixed: 'This can no longer be fixed automatically. Edit it in the Timeline.',
    otherFile: (title: string) => `This is a different file. It was added as “${title}”. Replace the clip in the Timeline to use it.`,
    /** What is measured at a place. */
    measures: {
      'upscaled': value => `${Math.round(value * 100)}%`,
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
  queueing: 'Adding to the queue…',
  rendering: 'Rendering',

  strip: {
    title: 'Overview',
    sequence: 'Sequence',
    help: 'Assembled from the script. Edit it in the Timeline.',
    editedHelp: 'As edited in the Timeline. Assemble again to pick up script changes.',
    again: 'Assemble again',
    laying: 'Assembling…',
    pictures: 'Video',
    speech: 'Speech',
    sounds: 'Audio',
    captions: 'Captions',
    seek: 'Click to jump there',
    clips: (count: number) => `${count} clips`,
    length: (time: string) => `Length ${time}`,
    range: (from: string, until: string) => `Renders ${from} to ${until}`,
    position: 'Position',
  },
  preview: {
    none: 'Deliveries play here.',
    noneBody: 'Choose a preset and press Render. Rendering runs on this computer and is free.',
    missing: 'The files of this delivery are missing.',
    shows: 'What is shown',
    sequence: 'Sequence',
    delivered: 'Delivered',
    oneFrame: (count: number) => count === 1 ? 'The only frame of the image sequence.' : `One of the ${count.toLocaleString('en')} frames of the image sequence.`,
    olderThanScript: 'The script has changed since this render.',
  },

  naming: {
    pattern: 'Name pattern…',
    patternLabel: 'Pattern for new names',
    reset: 'Use the name pattern',
    missing: 'Enter a name to render.',
    file: (file: string) => `File: ${file}`,
    folder: (folder: string) => `Folder: ${folder}`,
    takenFolder: (folder: string) => `Name taken. It will be saved as ${folder}`,
    taken: (file: string) => `Name taken. It will be saved as ${file}`,
    example: (name: string) => `Example: ${name}`,
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
    unknown: 'Delivers the current sequence with the same settings. Changes since then are unknown.',
    changed: ({ pictures, sounds, captions, secondsLonger }: DeliveryChanges) => {
      const parts = [
        ...pictures > 0 ? [one(pictures, 'image', 'images')] : [],
        ...sounds > 0 ? [one(sounds, 'audio clip', 'audio clips')] : [],
        ...captions > 0 ? [one(captions, 'caption', 'captions')] : [],
      ]
      const length = Math.abs(secondsLonger) < 0.05 ? '' : ` It is ${Math.abs(secondsLonger).toFixed(1)} s ${secondsLonger > 0 ? 'longer' : 'shorter'}.`
      return parts.length === 0 && length === ''
        ? 'Nothing has changed. The result will be the same.'
        : `Changed since: ${parts.length === 0 ? 'only the length' : parts.join(', ')}.${length}`
    },
  },
  compare: {
    act: 'Compare with this',
    actNamed: (name: string) => `Compare “${name}” with the current delivery`,
    title: 'Compare deliveries',
    hint: (play: string, flip: string, split: string) => `${play} plays both in sync. ${flip} switches A/B at the same frame. ${split} shows both or one.`,
    sideBySide: (key: string) => `Side by side (${key})`,
    flip: (key: string) => `Switch A/B (${key})`,
  },
  ahead: (percent: number) => `Rendering ahead ${percent}%`,
  aheadHelp: 'Prepares the next delivery while you are away; any key or click stops it. Settings → Queue turns it off.',
  list: 'Deliveries',
  none: 'No deliveries yet.',
  files: 'Files',
  folder: 'Folder',
  copyPath: 'Copy path',
  reveal: 'Show in file manager',
  roles: {
    'video': 'Video',
    'audio': 'Audio',
    'frames': 'Frames',
    'picture': 'Image',
    'captions': 'Captions',
    'report': 'Loudness',
    'stem': 'Stem',
    'book': 'Chapter',
    'cover': 'Cover',
    'transcript': 'Transcript',
    'poster': 'Poster',
    'chapters': 'Chapters',
    'edit-list': 'Timeline file',
    'media': 'Media',
    'manifest': 'Manifest',
    'readme': 'Read me',
  } satisfies Record<DeliveryFile['role'], string> as Record<DeliveryFile['role'], string>,
  kit: {
    open: 'Kit…',
    help: 'Several files in one folder: the master, stems, timeline files for other editors, and more.',
    title: 'Deliver a kit',
    intro: 'One folder with the files you choose, a manifest and a read-me.',
    parts: {
      'master': { label: 'Master', detail: 'Rendered with the chosen preset.' },
      'book': { label: 'Audiobook for shops', detail: 'A file for each chapter with room tone, at the loudness that ACX requires; a retail sample, the cover, a report.' },
      'poster': { label: 'Poster', detail: 'A frame of the video, as PNG.' },
      'captions': { label: 'Captions', detail: 'SRT and WebVTT, for each language.' },
      'chapters': { label: 'Chapters', detail: 'Times and names, as text.' },
      'transcript': { label: 'Transcript', detail: 'Who says what, and when.' },
      'stems': { label: 'Stems', detail: 'Each track and speaker as WAV, for mixing.' },
      'edit-lists': { label: 'Timeline files', detail: 'To continue in Resolve, Final Cut Pro, Shotcut or Kdenlive.' },
      'media': { label: 'Media for the timeline files', detail: 'Copies of all files they use.' },
    } satisfies Record<KitPart, { label: string, detail: string }> as Record<KitPart, { label: string, detail: string }>,
    needs: (part: string) => `Needs ${part}`,
    nothing: 'None in this sequence',
    about: (size: string) => `about ${size}`,
    sum: (size: string) => `About ${size} in total`,
    deliver: 'Deliver kit',
    chip: (count: number) => `Kit, ${count} files`,
    framesChip: (count: number) => one(count, 'frame', 'frames'),
    showAll: (count: number) => `Show all ${count} files`,
  },
  /** Without a target it is empty. */
  loudness: (lufs: string, target: string) => target === '' ? `${lufs} LUFS` : `${lufs} LUFS, target ${target}`,
  peak: (dbtp: string) => `peak ${dbtp} dBTP`,
  loudnessHelp: 'Measured on the finished file: integrated loudness (EBU R128) and true peak.',
  missing: 'Missing',
  notInBackup: 'Not in this backup',
  notInBackupHelp: 'Restored from a backup without the files of this delivery. Render it again, or open the original studio folder.',
  play: (name: string) => `View “${name}”`,
  empty: {
    title: 'Nothing to deliver yet',
    body: 'Generate at least one line, and images if you want video.',
    toScript: 'Go to Script',
    toMake: 'Generate an image',
  },
  keys: { render: 'Render', layOut: 'Assemble again', play: 'Play or pause the delivery' },
}
