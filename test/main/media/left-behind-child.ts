/** Runs the ffmpeg that it is told of for a minute, for `guardian.test.ts`, which kills this program meanwhile. */
import process from 'node:process'
import { createFfmpegFinder } from '../../../src-main/media/ffmpeg/ffmpeg.ts'

const [path = '', out = ''] = process.argv.slice(2)
const ffmpeg = await createFfmpegFinder().find({ env: { FFMPEG_BIN: path } })
const endless = ['-y', '-re', '-f', 'lavfi', '-i', 'testsrc=s=64x48:r=25', '-t', '60', '-c:v', 'rawvideo', '-flush_packets', '1', '-f', 'nut']
// Ends of itself: what has ended is not killed later.
await ffmpeg?.run(['-f', 'lavfi', '-i', 'testsrc=s=64x48', '-frames:v', '1', '-f', 'null', '-'])
void ffmpeg?.run([...endless, `${out}.1`])
void ffmpeg?.run([...endless, `${out}.2`])
process.stdout.write('running\n')
