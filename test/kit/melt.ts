/** Renders MLT files with Debian's melt, an editor's engine that is not ours. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

const lossless = [
  ...['f=matroska', 'vcodec=ffv1', 'pix_fmt=yuv444p'],
  ...['acodec=pcm_s16le', 'ar=48000', 'channels=2', 'real_time=0', 'rescale=bicubic'],
]

/** Writes `outPath`, as a Matroska file without loss unless told otherwise. @throws Error with what melt said when it made no film */
export async function renderWithMelt(
  mltPath: string,
  outPath: string,
  { film = lossless, timeoutMs = 60_000 }: { readonly film?: readonly string[], readonly timeoutMs?: number } = {},
): Promise<void> {
  const args = [mltPath, '-silent', '-consumer', `avformat:${outPath}`, ...film]
  const { stderr } = await run('melt', args, {
    timeout: timeoutMs,
    // Qt draws without a screen; only that one is named is asked for.
    env: { ...process.env, QT_QPA_PLATFORM: 'offscreen', DISPLAY: ':none', XDG_RUNTIME_DIR: '/tmp' },
  })
  if (/failed to load|no such file/i.test(stderr))
    throw new Error(stderr)
}
