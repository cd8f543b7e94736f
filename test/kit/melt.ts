/** Renders MLT files with Debian's melt, an editor's engine that is not ours. */
import type { ExecException } from 'node:child_process'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { hangMs } from './hang.ts'

const run = promisify(execFile)

const lossless = [
  ...['f=matroska', 'vcodec=ffv1', 'pix_fmt=yuv444p'],
  ...['acodec=pcm_s16le', 'ar=48000', 'channels=2', 'real_time=0', 'rescale=bicubic'],
]

/** Nothing but the sound, where no picture is looked at: melt draws none then. */
export const soundAlone: readonly string[] = ['f=wav', 'vn=1', 'acodec=pcm_s16le', 'ar=48000', 'channels=2', 'real_time=0']

/**
 * For each try, in milliseconds. On a busy machine, melt 7.12 waits for itself for ever in one of 70 runs, and sometimes ends as if all was
 * well with a file that nothing can read; the next goes through.
 */
const usualTriesMs = [20_000, 40_000, hangMs]

/** Writes `outPath`, as a Matroska file without loss unless told otherwise. @throws Error with what melt said when it made no film */
export async function renderWithMelt(
  mltPath: string,
  outPath: string,
  { film = lossless, triesMs = usualTriesMs }: { readonly film?: readonly string[], readonly triesMs?: readonly number[] } = {},
): Promise<void> {
  const [timeout, ...others] = triesMs
  const args = [mltPath, '-silent', '-consumer', `avformat:${outPath}`, ...film]
  try {
    const { stderr } = await run('melt', args, {
      timeout,
      // It hears the usual signal, and ends with half a film as if nothing were.
      killSignal: 'SIGKILL',
      // Qt draws without a screen; only that one is named is asked for.
      env: { ...process.env, QT_QPA_PLATFORM: 'offscreen', DISPLAY: ':none', XDG_RUNTIME_DIR: '/tmp' },
    })
    if (/failed to load|no such file/i.test(stderr))
      throw new Error(stderr)
    await run('ffprobe', ['-v', 'error', outPath])
  }
  catch (error) {
    const { killed, cmd = '' } = error as ExecException
    if ((killed !== true && !cmd.startsWith('ffprobe')) || others.length === 0)
      throw error
    await renderWithMelt(mltPath, outPath, { film, triesMs: others })
  }
}
