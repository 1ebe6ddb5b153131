import { createArchiving } from '../../src/main/areas/archive/archive-finished'
import { watchCrashPoints } from '../../src/main/base/crash-points'
import { openStation } from '../support/open-account'

/** A station that fills its archive and is killed right after the given commit; without one, it ends by itself. */

const [, , file = '', killAfter = '0'] = process.argv
const station = openStation({ file })
station.clockWatch.view = () => ({ state: 'right', offsetMs: 0 })
let commits = 0
watchCrashPoints((point) => {
  if (point !== 'committed') return
  commits += 1
  if (commits === Number(killAfter)) process.kill(process.pid, 'SIGKILL')
})
let moved = false
const archiving = createArchiving({
  ...station,
  batch: 4,
  onMoved: () => (moved = true),
  onFault: (error) => {
    console.error(error)
    process.exit(1)
  },
})
archiving.start()
for (let parts = 0; parts < 1_000; parts += 1) station.clock.advance(20)
archiving.stop()
console.log(JSON.stringify({ commits, moved }))
// The database stays open, as after a power cut.
process.exit(0)
