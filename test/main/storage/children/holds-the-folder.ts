/** Child of lock.test.ts: locks the folder, reports it, and holds the lock until it is killed or asked to end. */
import { argv, stdin, stdout } from 'node:process'
import { lockFolder } from '../../../../src-main/storage/lock.ts'

const lock = lockFolder(argv[2] ?? '')
stdout.write('held\n')
stdin.once('data', () => {
  lock.close()
  stdin.destroy()
})
