/** Runs the ffmpeg that it is told of for a minute, for `guardian.test.ts`, which kills this program in the meantime. */
import process from 'node:process'
import { createFfmpegFinder } from '../../../../src-main/media/ffmpeg/ffmpeg.ts'

async function main(path: string, out: string): Promise<void> {
  const ffmpeg = await createFfmpegFinder().find({ env: { FFMPEG_BIN: path } })
  const drawn = ['-y', '-re', '-f', 'lavfi', '-i', 'testsrc=s=64x48:r=25']
  // Ends of itself: what has ended is not killed later.
  await ffmpeg?.run([...drawn, '-frames:v', '1', '-f', 'null', '-'])
  for (const name of [`${out}.1`, `${out}.2`])
    void ffmpeg?.run([...drawn, '-t', '60', '-c:v', 'rawvideo', '-flush_packets', '1', '-f', 'nut', name])
  process.stdout.write('running\n')
}

void main(process.argv[2] ?? '', process.argv[3] ?? '')
