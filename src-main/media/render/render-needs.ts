/** What a render cannot do without, by what it is to become. */
import type { Encoding } from '#contract/presets.ts'
import type { FfmpegNeeds } from '../ffmpeg/ffmpeg-needs.ts'
import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts'
import { pictureForm } from '#rules/deliver/picture-form.ts'
import { deepNeeds } from '../picture/deep-composite.ts'
import { isEncodedAtEnd, softwareEncoders } from '../picture/picture-encoders.ts'
import { soundEncoders } from '../sound/sound-encoders.ts'

/** Of encoders that can stand in for each other only the best is named, where there is none. Hardware is not named: it is tried first. `drawsApart`: nested sequences are pictures. */
export function renderNeeds(
  { video, audio }: Encoding,
  burnsCaptions: boolean,
  { encoders }: Pick<Ffmpeg, 'encoders'>,
  drawsApart = false,
): FfmpegNeeds {
  const wanted = video?.encoder === 'software' ? softwareEncoders[video.codec] : []
  return {
    encoders: [
      ...wanted.some(name => encoders.has(name)) ? [] : wanted.slice(0, 1),
      // What is encoded at the end comes there without loss.
      ...video && isEncodedAtEnd(video.codec) ? ['libx264'] : [],
      ...audio ? [soundEncoders[audio.codec]] : [],
    ],
    filters: [
      ...video && burnsCaptions ? ['ass'] : [],
      ...video?.codec === 'gif' ? ['palettegen', 'paletteuse'] : [],
      ...pictureForm(video).isComposed || (video && drawsApart) ? deepNeeds : [],
      // Without it, what is of high dynamic range is not told from the rest.
      ...pictureForm(video).light === 'sdr' ? [] : ['tonemap'],
    ],
  }
}
