/** No reader is forgotten where long inputs are tried: each function of these folders stands there, or here with the rest. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const tried = readFileSync(join(root, 'test/main/media/slow-inputs.test.ts'), 'utf8')

/** These read no text and no bytes from outside, or hand them to ffmpeg, which is stopped with its signal. */
const readNothing: Readonly<Record<string, string>> = {
  'rules/captions/ass-text.ts': 'shownFromMs',
  'rules/captions/laid.ts': 'laidCaptionId isLaidCaptionId',
  'rules/captions/one-row.ts': 'rowOfWords',
  'rules/captions/title.ts': 'titlesOf',
  'media/in-lanes.ts': '*',
  'media/render-sound.ts': '*',
  'rules/captions/style.ts': '*',
  'rules/deliver/chapters.ts': 'chaptersOf',
  'rules/deliver/presets.ts': 'presetById screenOf',
  'rules/jobs/attention.ts': '*',
  'rules/jobs/holds.ts': '*',
  'rules/models/presence.ts': '*',
  'rules/models/repeats.ts': '*',
  'rules/sequence/document.ts': '*',
  'rules/sequence/edit/snap.ts': '*',
  'rules/sequence/frames.ts': '*',
  'rules/sequence/levelling.ts': '*',
  'rules/sequence/levels.ts': '*',
  'rules/sequence/new-take.ts': '*',
  'rules/sequence/new-tracks.ts': '*',
  'rules/sequence/placement.ts': '*',
  'rules/sequence/range.ts': '*',
  'rules/sequence/resolve.ts': '*',
  'rules/sequence/edit/apply.ts': '*',
  'rules/sequence/edit/derived-id.ts': '*',
  'rules/sequence/edit/differences.ts': '*',
  'rules/sequence/edit/draft.ts': '*',
  'rules/sequence/edit/other-take.ts': '*',
  'rules/sequence/edit/place.ts': '*',
  'rules/sequence/edit/refused.ts': '*',
  'rules/sequence/edit/ripple.ts': '*',
  'rules/sequence/edit/settings.ts': '*',
  'rules/sequence/edit/trim.ts': '*',
  'rules/storyboard/pictures-to-make.ts': '*',
  'rules/storyboard/place-pictures.ts': '*',
  'rules/storyboard/short-shots.ts': '*',
  'rules/spend/budget.ts': '*',
  'rules/spend/estimate.ts': '*',
  'media/colour.ts': '*',
  'media/composite.ts': '*',
  'media/drawing.ts': '*',
  'media/layer-filters.ts': '*',
  'media/level-lines.ts': '*',
  'media/line-loudness.ts': '*',
  'media/sound-report.ts': '*',
  'media/layer.ts': '*',
  'media/picture-source.ts': '*',
  'media/segments.ts': '*',
  'media/decode.ts': 'decodeToWav48k decodeToSpeechWav mixForm wavOutput writeWav',
  'media/burn-captions.ts': 'burnFilters',
  'media/caption-fonts.ts': 'layOutFonts fontPath',
  'media/ffmpeg-cache.ts': 'createFfmpegCache',
  'media/ffmpeg-input.ts': 'fileInput bytesInput ownInput drawnInput',
  'media/ffmpeg-needs.ts': 'assertFfmpegHas FfmpegLacksError',
  'media/ffmpeg-places.ts': 'ffmpegCandidates',
  'media/ffmpeg.ts': 'createFfmpegFinder FfmpegError inBackground',
  'media/join-sounds.ts': 'joinSounds',
  'media/loudness.ts': 'measureLoudness',
  'media/master.ts': 'masterMix',
  'media/mix.ts': 'mixToWav',
  'media/older-render-job.ts': 'fromSingle fromCovering onlyEncoding soundFromSamples soundFromSeconds',
  'media/orient.ts': 'uprightFilters',
  'media/peaks.ts': 'canMakePeaks makePeaks secondsOfPeaks',
  'media/poster.ts': 'makePoster',
  'media/preview-picture.ts': 'isFitForPreview makePreviewPicture',
  'media/preview-size.ts': '*',
  'media/probe-by-ffmpeg.ts': 'probeByFfmpeg readAlpha',
  'media/probe-thread.ts': 'probeTracks',
  'media/probe-tracks.ts': 'readTracks countFrames',
  'media/proxy.ts': 'makeShotRenditions',
  'media/recording-gaps.ts': 'findGaps',
  'media/recording-to-wav.ts': 'recordingToWav',
  'media/render-job.ts': 'foundWith mediaPlanOf sidecarsOf',
  'media/render-plan.ts': 'planSamples assertRenderable',
  'media/render-segment.ts': '*',
  'media/lay-out-plan.ts': '*',
  'media/plan-folder.ts': '*',
  'media/plan-scripts.ts': '*',
  'media/render.ts': '*',
  'media/watched-ffmpeg.ts': '*',
  'media/segment-cache.ts': 'createSegmentCache',
  'media/segment-key.ts': '*',
  'media/split-segments.ts': '*',
  'media/still.ts': 'takeStill',
  'media/stretch.ts': '*',
  'media/language-code.ts': '*',
  'media/titles.ts': '*',
  'media/unreadable.ts': 'UnreadableMediaError',
}

/** Read above in another way, or through the functions that are. */
const readOtherwise = [
  'media/ffmpeg-needs.ts renderNeeds',
  'media/ffmpeg-needs.ts lackingIn',
  'media/peaks.ts pointsOfPeaks',
  'rules/deliver/fixes.ts fixOf',
  'rules/deliver/fixes.ts fixOfAll',
  'rules/deliver/name-template.ts nameByTemplate',
  'rules/deliver/platforms.ts longestSecondsOf',
  'rules/hash.ts hash32',
  'rules/captions/rename-speaker.ts renameEdits',
  'rules/script/key-of-words.ts keyOfWords',
  'rules/captions/ass-text.ts assText',
  'rules/captions/cues.ts shortestAndLongest',
  'rules/captions/fonts.ts inPackage',
  'rules/captions/import.ts importCaptions',
  'rules/captions/speech.ts captionsOfSpeech',
  'rules/captions/width.ts graphemesOf',
  'rules/captions/write-file.ts clockOf',
  'rules/jobs/whose-words.ts isServiceWord',
  'rules/models/check-model.ts checkModel',
  'rules/script/line-fields.ts hearsDirections',
  'rules/script/line-fields.ts fieldsOfLine',
  'rules/script/line-fields.ts linesToMake',
  'rules/script/spoken-parts.ts spokenParts',
  'rules/script/parse-script.ts readParagraphs',
  ...['headingLine', 'headingOf', 'isSceneHeading', 'speakerKey', 'withOneSpelling', 'chosenLines', 'oneRow']
    .map(name => `rules/script/script-lines.ts ${name}`),
  'rules/sequence/runs.ts uppermostRuns',
  'rules/sequence/runs.ts gapsBetween',
  ...['makerModel', 'sourceFieldOf', 'isMakerField', 'stillPrompt', 'stillFields', 'shotFields', 'requestText']
    .map(name => `rules/storyboard/picture-requests.ts ${name}`),
  'rules/storyboard/ask-for-pictures.ts pictureQuestion',
  'rules/storyboard/ask-for-pictures.ts numbersOf',
  'rules/spend/money.ts sumOfTerms',
  'rules/spend/money.ts decimalOf',
  'rules/spend/money.ts sumOfAmounts',
  'rules/spend/quantities.ts exactly',
  'rules/spend/quantities.ts quantitiesOfChat',
  'media/complete-cut.ts completeCutFile',
  'media/probe.ts probe',
  'media/read-window.ts readThroughWindow',
  'media/wav.ts readWavLayout',
  'media/wav.ts openWavWriter',
  'practice/request/http-body.ts readBody',
  'practice/request/http-body.ts parseBody',
  ...['validate', 'textOf', 'numberOf', 'flagOf', 'insideOf', 'filesOf'].map(name => `practice/request/validate.ts ${name}`),
]

it('no function of rules, media and the practice requests is forgotten', () => {
  const files = globSync(['src-preload/rules/**/*.ts', 'src-main/media/*.ts', 'src-main/practice/request/*.ts'], { cwd: root })
  const exported = files.flatMap((path) => {
    const file = path.replaceAll('\\', '/').replace(/^src-(?:preload|main)\//, '')
    const source = readFileSync(join(root, path), 'utf8')
    return [...source.matchAll(/^export (?:async )?function\*? (\w+)/gm)].map(match => ({ file, name: match[1] ?? '' }))
  })
  expect(exported.length).toBeGreaterThan(80)
  const forgotten = exported
    .filter(({ file, name }) => readNothing[file] !== '*' && !readNothing[file]?.split(' ').includes(name))
    .map(({ file, name }) => `${file} ${name}`)
    .filter(name => !readOtherwise.includes(name) && !tried.includes(`'${name}'`))
  expect(forgotten, 'add them to test/main/media/slow-inputs.test.ts if they read what comes from outside').toEqual([])
})
