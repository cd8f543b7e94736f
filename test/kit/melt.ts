/** Renders MLT files with Debian's melt, an editor's engine that is not ours. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Writes `outPath` as a Matroska file without loss. @throws Error with what melt said when it made no film */
export async function renderWithMelt(mltPath: string, outPath: string): Promise<void> {
  const film = ['f=matroska', 'vcodec=ffv1', 'pix_fmt=yuv444p', 'acodec=pcm_s16le', 'ar=48000', 'channels=2']
  const args = [mltPath, '-silent', '-consumer', `avformat:${outPath}`, ...film, 'real_time=0', 'rescale=bicubic']
  const { stderr } = await run('melt', args, {
    timeout: 60_000,
    // Qt draws without a screen; only that one is named is asked for.
    env: { ...process.env, QT_QPA_PLATFORM: 'offscreen', DISPLAY: ':none', XDG_RUNTIME_DIR: '/tmp' },
  })
  if (/failed to load|no such file/i.test(stderr))
    throw new Error(stderr)
}
