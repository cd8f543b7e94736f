/** What the checks before a delivery find, in English: for the page and for the command line. */
import type { PlatformProblem } from '../../deliver/platforms.ts'
import type { FindingWords } from './words.ts'
import { mostFrames } from '../../deliver/frames.ts'
import { isPlatformName } from '../../deliver/platforms.ts'

const one = (count: number, singular: string, plural: string): string => count === 1 ? `1 ${singular}` : `${count.toLocaleString('en')} ${plural}`

/** By the reason that the finding names. */
export const chapterProblems = {
  'too-few': 'YouTube needs at least three chapters.',
  'not-from-start': 'YouTube needs the first chapter at 0:00.',
  'too-short': 'YouTube needs chapters of at least 10 seconds.',
}
const ofChapters: Readonly<Record<string, string>> = chapterProblems
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

export const findings: FindingWords = {
  'empty': () => ({ what: 'The project is empty.', todo: 'Generate at least one line or image.' }),
  'missing-media': count => ({ what: count === 1 ? 'The file of 1 clip is missing.' : `The files of ${count} clips are missing.`, todo: 'Relink the files, or generate them again.' }),
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
  'missing-lut': count => ({ what: `The LUT of ${one(count, 'clip', 'clips')} is missing.`, todo: 'Import its .cube file again, or choose another LUT in the Colour panel.' }),
  'missing-sequence': count => ({ what: `${one(count, 'nested sequence is', 'nested sequences are')} gone or cannot be read.`, todo: 'Delete the clip, or restore an earlier version of the project.' }),
  'graded-hdr': count => ({ what: `${one(count, 'HDR shot has', 'HDR shots have')} colour settings, so nothing in them is brighter than white.`, todo: 'For highlights in HDR, reset the colours of these shots.' }),
  'nested-hdr': count => ({ what: `${one(count, 'HDR shot is', 'HDR shots are')} in nested sequences that are placed, graded, crossed or retimed as a whole, so nothing in them is brighter than white.`, todo: 'For highlights in HDR, take these sequences apart.' }),
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
  'chapters': (_count, example) => ({ what: ofChapters[example] ?? 'YouTube shows no chapters.', todo: 'Move, add or remove named markers in the Timeline; or deliver without chapters.' }),
  'caption-old': count => ({ what: `${one(count, 'caption shows', 'captions show')} the text of an earlier take.`, todo: 'Use the new text, or keep yours, in the Timeline.' }),
  'caption-fast': count => ({ what: `${one(count, 'caption is', 'captions are')} too fast to read.`, todo: 'Show them longer, or shorten the text.' }),
  'caption-outside': count => ({ what: `${one(count, 'caption leaves', 'captions leave')} the safe area.`, todo: 'Split them, or choose a smaller size.' }),
  'missing-letters': (count, example) => ({ what: `${one(count, 'caption or title has', 'captions or titles have')} characters that no font of Takeroom has: ${example}.`, todo: 'They are shown as empty boxes. Use other characters.' }),
}
