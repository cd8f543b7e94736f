/**
 * Answers that the service document does not describe, though services give them: what the studio makes of each, and the test that
 * proves it.
 */

export interface AnswerBeyond {
  readonly answer: string
  readonly becomes: string
  /** A test file, and words of the test's name in it. */
  readonly test: readonly [file: string, words: string]
}

const shapes = 'test/main/kinds/odd-shapes.test.ts'
const arrival = 'test/main/kinds/arrival.test.ts'
const notHere = 'test/main/jobs/paid-not-here.test.ts'
const packed = 'test/main/service/wire/content-encoding.test.ts'

export const answersBeyond: readonly AnswerBeyond[] = [
  { answer: 'Video: a list of videos with `url` or `video_url`', becomes: 'a take for each', test: [shapes, 'videos with two'] },
  { answer: 'Video: `video_url` in the status answer', becomes: 'a take', test: [shapes, 'video_url in the status answer'] },
  { answer: 'Video: an MP4, or its address, in answer to the submission', becomes: 'a take', test: [shapes, 'the MP4 itself'] },
  { answer: 'Speech: `audio_url`, or several sounds', becomes: 'a take for each', test: [shapes, 'several audio files'] },
  { answer: 'Transcription: plain text in another charset', becomes: 'a transcript', test: [shapes, 'a transcript in another charset'] },
  {
    answer: 'Speech: streamed as mp3, aac, opus, flac or wav',
    becomes: 'a file of that format',
    test: ['test/main/service/practice.test.ts', 'that is streamed as %s is that file'],
  },
  {
    answer: 'Speech: a WAV whose header gives a wrong length',
    becomes: 'a take with a corrected header, which says so',
    test: [arrival, 'is corrected by the bytes'],
  },
  {
    answer: 'Speech: sound without its end, or with an error after its beginning',
    becomes: 'an incomplete take; the job stays unsure',
    test: [arrival, 'becomes an incomplete take, and is not bought again'],
  },
  { answer: 'Images: a file that breaks off', becomes: 'an incomplete take', test: [arrival, 'that break off become an incomplete take'] },
  {
    answer: 'Any: gzip, deflate, br or zstd, though the request asks for plain bytes',
    becomes: 'what it holds, up to a limit',
    test: [packed, 'an answer to a paid request, a poll and a download are read'],
  },
  {
    answer: 'Any: the address of a file that cannot be fetched',
    becomes: 'attempts further and further apart, then *paid, not here*, with *Check again*',
    test: [notHere, 'of several files those that are here become takes'],
  },
  {
    answer: 'Polls: redirects, pages and empty answers',
    becomes: 'another poll later',
    test: [notHere, 'are never ended by %s'],
  },
  {
    answer: 'Polls: 404 or 410 in the service’s JSON',
    becomes: '*expired*, if it comes for minutes; *Check again* stays',
    test: [notHere, 'only if that came for minutes'],
  },
]
