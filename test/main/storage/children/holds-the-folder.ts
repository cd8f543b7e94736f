/** Child of lock.test.ts: takes the folder, says so, and holds it until it is killed or told to end. */
import { argv, stdin, stdout } from 'node:process'
import { lockFolder } from '../../../../src-main/storage/lock.ts'

const lock = lockFolder(argv[2] ?? '')
stdout.write('held\n')
stdin.once('data', () => {
  lock.close()
  stdin.destroy()
})
