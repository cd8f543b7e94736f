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
  'format': ': this kind of file cannot carry them.',
}

const platformProblems: Readonly<Record<PlatformProblem, (name: string) => { what: string, todo: string }>> = {
  shape: name => ({ what: `${name} takes upright and square videos only.`, todo: 'As it is, it becomes an ordinary video. Use a preset and a sequence of 9:16.' }),
  side: name => ({ what: `The picture is smaller than ${name} takes.`, todo: 'Choose a larger size in the preset.' }),
  rate: name => ({ what: `${name} takes 23 to 60 frames a second.`, todo: 'Choose such a frame rate in the preset.' }),
  bytes: name => ({ what: `The file will be larger than ${name} takes.`, todo: 'Deliver a part, or choose a lower quality.' }),
  loudness: name => ({ what: `${name} plays at another loudness.`, todo: 'It will change how loud your delivery is. Choose its loudness under Loudness.' }),
}
function platformWords(example: string): { what: string, todo: string } {
  const [problem = '', ...name] = example.split(' ')
  return (platformProblems[problem as PlatformProblem] ?? platformProblems.side)(name.join(' ')) // of main's own making
}

const findings: FindingWords = {
  'empty': () => ({ what: 'The project is empty.', todo: 'Make at least one line or one image.' }),
  'missing-media': count => ({ what: `${count === 1 ? '1 file is' : `${count} files are`} missing.`, todo: 'Locate the files, or make these takes again.' }),
  'no-ffmpeg': () => ({ what: 'ffmpeg 5.1 or newer was not found on this machine.', todo: 'See Settings for the install command.' }),
  'no-encoder': (_count, example) => ({ what: `ffmpeg has no ${example}.`, todo: 'Choose another preset, or install a complete ffmpeg.' }),
  'too-small': (_count, example) => ({ what: `The picture is too small for this encoder: it needs at least ${example} pixels.`, todo: 'Choose a larger size or another codec in the preset.' }),
  'too-narrow': (_count, example) => {
    const [side = '', longest = ''] = example.split(' ')
    return {
      what: `The picture is too narrow for this encoder: where one side has more than ${longest} pixels, the other needs at least ${side}.`,
      todo: 'Choose another size or codec in the preset.',
    }
  },
  'too-large': (_count, example) => ({
    what: `The picture is too large for this encoder: it takes more than ${example} pixels on one side only.`,
    todo: 'Choose a smaller size or another codec in the preset.',
  }),
  'odd-rate': () => ({ what: 'This kind of file cannot have the frame rate of the sequence.', todo: 'MXF has 23.976, 24, 25, 29.97, 30, 50, 59.94 or 60. Save the preset as your own and choose one, or use MOV.' }),
  'many-frames': count => ({ what: `The image sequence has ${one(count, 'file', 'files')}.`, todo: count > mostFrames ? 'Six digits count no more than 999,999. Set in and out points, or choose a lower frame rate.' : 'Many programs open such a folder slowly. Set in and out points to deliver it in parts, or deliver a film.' }),
  'platform': (_count, example) => platformWords(example),
  'covered': count => ({ what: `${one(count, 'caption or title', 'captions or titles')} will be covered by the buttons and texts of the platform.`, todo: 'Move titles towards the middle. Captions that are still covered are too large or have too many rows.' }),
  'little-space': (_count, example) => ({ what: `Not enough disk space${example === '' ? '.' : `: about ${example} more needed.`}`, todo: 'Free some space.' }),
  'stale-line': count => ({ what: `${count === 1 ? '1 line is' : `${count} lines are`} stale: the take no longer matches the script.`, todo: 'Make stale lines again in the script, or deliver them as they are.' }),
  'line-not-made': count => ({ what: `${count === 1 ? '1 line is' : `${count} lines are`} not made and will be silent.`, todo: 'Make them in the script.' }),
  'no-picture': () => ({ what: 'There is no image. The video will be black.', todo: 'Make one in this project.' }),
  'broken-media': count => ({ what: `${count === 1 ? 'The file of 1 clip' : `The files of ${count} clips`} cannot be decoded.`, todo: 'Nothing can be rendered of them. Save the file in another format and import that, or make the take again.' }),
  'hdr': count => ({ what: `${one(count, 'shot is', 'shots are')} HDR and will look pale.`, todo: 'This ffmpeg cannot convert HDR: it lacks zscale or tonemap. Use a complete ffmpeg, or SDR files.' }),
  'odd-colours': count => ({ what: `${one(count, 'picture has', 'pictures have')} a colour profile that cannot be read.`, todo: 'The preview and the film show such colours as sRGB. Where they look wrong, save the picture as sRGB and import it again.' }),
  'short-source': count => ({ what: `${count === 1 ? '1 clip is' : `${count} clips are`} longer than the file.`, todo: 'The last frame is held and the sound ends. Trim the clip, or leave it so.' }),
  'upscaled': count => ({ what: `${one(count, 'picture is', 'pictures are')} enlarged and will look soft.`, todo: 'Zoom out, or use larger pictures.' }),
  'flash': count => ({ what: `${one(count, 'flash', 'flashes')} of a single frame.`, todo: 'Usually a cut that was missed by one frame.' }),
  'gap': count => ({ what: `${one(count, 'gap has', 'gaps have')} no image.`, todo: 'The background shows there.' }),
  'clipping': count => ({ what: `The mix clips in ${one(count, 'place', 'places')}.`, todo: 'The limiter catches it, but it may be heard. Lower the clips there.' }),
  'disabled': count => ({ what: `${one(count, 'clip is', 'clips are')} disabled and left out.`, todo: 'Enable clips in the Timeline with Shift+D.' }),
  'not-signable': (_count, example) => ({ what: `It cannot be signed with Content Credentials${notSigned[example] ?? '.'}`, todo: 'Set up a certificate in Settings, Delivery, or turn signing off.' }),
  'certificate-ends': (_count, example) => ({ what: `The certificate for Content Credentials ends on ${example}.`, todo: 'Ask for a new one, and choose it in Settings, Delivery.' }),
  'too-large-to-sign': (_count, example) => ({ what: `At about ${example}, the file may be too large to be signed here.`, todo: 'It would not be delivered then. Use a smaller preset or a part, or turn signing off.' }),
  'off-target': () => ({ what: 'The length is off its target.', todo: 'The target is set in the Timeline.' }),
  'too-long': (_count, example) => ({ what: `Too long for ${isPlatformName(example) ? example : 'Shorts and stories'}.`, todo: 'Set in and out points, or cut it.' }),
  'chapters': (_count, example) => ({ what: chapterProblems[example] ?? 'YouTube shows no chapters.', todo: 'Move, add or remove named markers in the Timeline; or deliver without chapters.' }),
  'caption-old': count => ({ what: `${one(count, 'caption says', 'captions say')} what the line said before it was made again.`, todo: 'Take the new words, or keep yours in the Timeline.' }),
  'caption-fast': count => ({ what: `${one(count, 'caption is', 'captions are')} too fast to read.`, todo: 'Show them longer, or shorten the words.' }),
  'caption-outside': count => ({ what: `${one(count, 'caption does', 'captions do')} not fit into the safe area.`, todo: 'Split them, or choose a smaller size.' }),
  'missing-letters': (count, example) => ({ what: `${one(count, 'caption or title has', 'captions or titles have')} characters that no font of Takeroom has: ${example}.`, todo: 'They are drawn as empty boxes. Write them otherwise.' }),
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
    'youtube-shorts': { label: 'YouTube Shorts', detail: 'At most three minutes. Captions are placed beside its buttons.' },
    'tiktok': { label: 'TikTok', detail: 'At most an hour. Captions are placed beside its buttons.' },
    'instagram-reels': { label: 'Instagram Reels', detail: 'At most 15 minutes; up to three are recommended to others. Captions are placed beside its buttons.' },
    'spotify': { label: 'Spotify podcast', detail: 'MP3 at −14 LUFS, as Spotify plays.' },
    'apple-podcasts': { label: 'Apple Podcasts', detail: 'AAC with chapters at −16 LUFS, as Apple asks for.' },
    'broadcast-a85-1080': { label: 'Broadcast A/85, 1080p', detail: '−24 LKFS, as American broadcasters ask for.' },
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
    'prores-1080': { label: 'ProRes 422 HQ, 1080p', detail: 'For editing programs: very large, nearly without loss, loudness as mixed.' },
    'hevc-10-1080': { label: 'HEVC 10-bit, 1080p', detail: 'Smoother gradients than 8 bits. For televisions, phones and new computers.' },
    'av1-10-1080': { label: 'AV1 10-bit, 1080p', detail: 'The smallest file with smooth gradients. Slow to render, for new players.' },
    'hdr-hlg-2160': { label: 'HDR (HLG), 4K', detail: 'HEVC, 10 bits, BT.2020. Keeps HDR shots as bright as they are; also watchable on ordinary televisions.' },
    'hdr-pq-2160': { label: 'HDR10 (PQ), 4K', detail: 'HEVC, 10 bits, BT.2020. Keeps HDR shots; everything else is white at 203 cd/m².' },
    'prores-4444-1080': { label: 'ProRes 4444 with alpha, 1080p', detail: 'Clear where no clip covers the picture (straight alpha), for other programs to put over theirs. Very large.' },
    'dnxhr-1080': { label: 'DNxHR HQ, 1080p', detail: 'MOV for Avid and other editing programs: very large, loudness as mixed.' },
    'dnxhr-mxf-1080': { label: 'DNxHR HQ, MXF, 1080p', detail: 'MXF OP1a for Avid and broadcasters: very large, loudness as mixed.' },
    'png-frames-1080': { label: 'PNG image sequence, 1080p', detail: 'A numbered PNG file for each frame, clear where no clip covers it, and the sound as WAV beside them. Very large.' },
    'podcast-mp3': { label: 'Podcast MP3', detail: 'With chapters. Podcast loudness.' },
    'audiobook-m4b': { label: 'Audiobook M4B', detail: 'With chapters, for audiobook players.' },
    'audiobook-acx': { label: 'Audiobook for shops, MP3', detail: '44.1 kHz, mono, 192 kbit/s. For ACX and others deliver a kit: a file for each chapter, measured.' },
    'audio-mp3': { label: 'MP3', detail: 'Plays everywhere.' },
    'audio-m4a': { label: 'M4A (AAC)', detail: 'Smaller than MP3 at the same quality.' },
    'audio-opus': { label: 'Opus', detail: 'The smallest. For web pages and new players.' },
    'audio-flac': { label: 'FLAC', detail: 'Lossless and compressed.' },
    'audio-wav': { label: 'WAV, 24-bit', detail: 'Lossless, for editing programs.' },
    'gif-360': { label: 'GIF', detail: 'Moving picture without sound. Best under ten seconds.' },
    'webp-360': { label: 'Animated WebP', detail: 'Like GIF, smaller and with all colors.' },
    'still-png': { label: 'Still frame, PNG', detail: 'One frame, lossless.' },
    'still-jpeg': { label: 'Still frame, JPEG', detail: 'One frame, small.' },
  } as Record<string, { label: string, detail: string }>,
  groups: { file: 'File', loudness: 'Loudness', chapters: 'Chapters', tags: 'Tags and cover', origin: 'Origin' },
  purpose: 'Deliver as',
  purposes: {
    film: { label: 'Film', detail: 'For video sites, televisions and web pages' },
    vertical: { label: 'Vertical', detail: 'For stories, shorts and feeds' },
    podcast: { label: 'Podcast', detail: 'For podcasts and music players' },
    audiobook: { label: 'Audiobook', detail: 'For audiobook players and shops' },
    editor: { label: 'For an editor', detail: 'For other editing programs and broadcasters' },
    stills: { label: 'Stills', detail: 'One frame, or a short moving picture' },
  } satisfies Record<PresetPurpose, { label: string, detail: string }>,
  lufs: (lufs: string) => `${lufs} LUFS`,
  preset: 'Preset',
  otherShape: (size: string) => `The sequence is ${size}: this preset leaves bars around it.`,
  takePreset: (preset: string) => `Use “${preset}”`,
  captions: 'Captions',
  captionFacts: { burned: 'Captions burned in', soft: 'Embedded captions', sidecar: 'Caption file', none: 'No captions' },
  captionModes,
  name: 'Name',
  findings,
  preflight: 'Preflight',
  preflightSum: (blocking: number, worth: number) =>
    [...blocking > 0 ? [`${blocking} to fix first`] : [], ...worth > 0 ? [one(worth, 'warning', 'warnings')] : []].join(', '),
  places: {
    goThere: 'Go there',
    fix: 'Fix',
    fixAll: 'Fix all',
    makePicture: 'Make an image',
    storyboard: 'Storyboard',
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
    sequence: 'Sequence',
    help: 'Laid out from the script: the chosen takes in order, with the images spread over them. View only.',
    editedHelp: 'As edited in the Timeline. Update the layout to follow the script again.',
    again: 'Update layout',
    laying: 'Updating layout…',
    pictures: 'Images',
    speech: 'Speech',
    sounds: 'Sound',
    captions: 'Captions',
    seek: 'Click to see this moment in the delivery above',
    clips: (count: number) => `${count} clips`,
    length: (time: string) => `Length ${time}`,
    range: (from: string, until: string) => `Renders ${from} to ${until}`,
    position: 'Position',
  },
  preview: {
    none: 'The finished film or sound plays here.',
    noneBody: 'Choose a preset and press Render. Rendering runs on this computer and is free.',
    missing: 'The files of this delivery are missing.',
    shows: 'What is shown',
    sequence: 'Sequence',
    delivered: 'Delivered',
    oneFrame: (count: number) => count === 1 ? 'The only frame of the image sequence.' : `One of the ${count.toLocaleString('en')} frames of the image sequence.`,
    olderThanScript: 'The script has changed since this was rendered.',
  },

  naming: {
    pattern: 'Pattern…',
    patternLabel: 'Name new deliveries like this',
    reset: 'Name it by the pattern',
    missing: 'Enter a name to render.',
    file: (file: string) => `File: ${file}`,
    folder: (folder: string) => `Folder: ${folder}`,
    takenFolder: (folder: string) => `This name is taken. Nothing is replaced: the folder becomes ${folder}`,
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
    'audio': 'Audio',
    'frames': 'Frames',
    'picture': 'Picture',
    'captions': 'Captions',
    'report': 'Loudness',
    'stem': 'Stem',
    'book': 'Chapter',
    'cover': 'Cover',
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
      'book': { label: 'Audiobook for shops', detail: 'A file for each chapter with room tone, brought to the loudness that ACX asks for; a sample, the cover, a report.' },
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
    framesChip: (count: number) => one(count, 'frame', 'frames'),
    showAll: (count: number) => `Show all ${count} files`,
  },
  /** Without a target it is empty. */
  loudness: (lufs: string, target: string) => target === '' ? `${lufs} LUFS` : `${lufs} LUFS, target ${target}`,
  peak: (dbtp: string) => `peak ${dbtp} dBTP`,
  loudnessHelp: 'Measured on the finished file: integrated loudness (EBU R128) and true peak.',
  missing: 'Missing',
  notInBackup: 'Not in this backup',
  notInBackupHelp: 'This studio was restored from a backup that does not contain the files of this delivery. Render it again, or open the studio that the backup was made of.',
  play: (name: string) => `View “${name}”`,
  empty: {
    title: 'Nothing to deliver yet',
    body: 'A delivery is laid out from the script. Make at least one line, and images if you want a picture.',
    toScript: 'Go to Script',
    toMake: 'Make an image',
  },
  keys: { render: 'Render', layOut: 'Update layout', play: 'Play or pause the delivery' },
}
