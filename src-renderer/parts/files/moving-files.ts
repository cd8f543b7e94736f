/** Pictures that move may come as films or as stills: asks once for all that come together. */
import type { AsMoving } from '#contract/takes.ts'
import { movingPicture } from '#rules/files/moving-pictures.ts'
import { useQuestion } from '../../actions/question.ts'

/** Larger ones are not looked into here; the studio makes films of them. */
const mostBytes = 64 * 2 ** 20
const headBytes = 16

async function moves(file: File): Promise<boolean> {
  try {
    // The first bytes tell most files apart from these formats.
    const head = String.fromCharCode(...new Uint8Array(await file.slice(0, headBytes).arrayBuffer()))
    const mayMove = /^(?:GIF8|\x89PNG|RIFF.{4}WEBP|.{4}ftypavis)/s.test(head)
    return mayMove && file.size <= mostBytes && movingPicture(new Uint8Array(await file.arrayBuffer())) !== null
  }
  catch {
    return false // It cannot be read: its import says why.
  }
}

/** A question cancels the one before it: files that come in the meantime wait until that is answered. */
let last: Promise<unknown> = Promise.resolve()

/** Null where the user cancels. Films where nothing moves, which changes nothing. */
export function useMovingFiles(): (files: readonly File[]) => Promise<AsMoving | null> {
  const question = useQuestion()
  return (files) => {
    const answer = last.then(() => ask(files))
    last = answer.catch(() => {})
    return answer
  }

  async function ask(files: readonly File[]): Promise<AsMoving | null> {
    const found: string[] = []
    for (const file of files) {
      if (await moves(file))
        found.push(file.name)
    }
    const [first = ''] = found
    if (found.length === 0)
      return 'film'
    const choice = await question.choose({
      title: t => t.notices.moving.title(found.length),
      body: t => t.notices.moving.body(found.length, first),
      act: t => t.notices.moving.film,
      other: t => t.notices.moving.still,
    })
    return choice === null ? null : choice === 'act' ? 'film' : 'still'
  }
}
