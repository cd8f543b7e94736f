/** Child of recordings.test.ts: a studio that takes the slices of a recording, and says after each that it is kept. */
import { argv, stdout } from 'node:process'
import { openStudio } from '../../../../src-main/studio/open-studio.ts'
import { testPorts } from '../../../kit/ports.ts'
import { someSpeech } from '../some-speech.ts'

async function record(): Promise<void> {
  const { parts: { recordings, projects } } = await openStudio(testPorts(argv[2] ?? ''))
  const project = await projects.create('Film')
  const recordingId = await recordings.begin({ name: 'Recording 2026-11-22 14:05', format: 'audio/webm;codecs=pcm', projectId: project.id })
  let at = 0
  for (const slice of someSpeech(3)) {
    await recordings.append(recordingId, at, slice)
    at += slice.length
    stdout.write(`${at}\n`)
  }
}

void record()
