import { watchCrashPoints } from '../../src/main/base/crash-points'
import { openStation } from '../support/open-account'

/** A station that imports orders or items and is killed right after the given commit; without one, it ends by itself. */

const [, , file = '', baseUrl = '', killAfter = '0', what] = process.argv
const station = openStation({ file, baseUrl })
let commits = 0
watchCrashPoints((point) => {
  if (point !== 'committed') return
  commits += 1
  if (commits === Number(killAfter)) process.kill(process.pid, 'SIGKILL')
})
const pull = what === 'items' ? station.itemPull : station.pull
pull.start()
void pull.now().then(() => {
  console.log(JSON.stringify({ commits }))
  // The database stays open, as after a power cut.
  process.exit(station.faults.length)
})
