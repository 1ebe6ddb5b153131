import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'

/** Imported before a program: all its clocks show as much later as `TEST_LATER_MS` says, as after that time. */

const laterMs = Number(process.env['TEST_LATER_MS'])
const [now, uptime] = [Date.now, os.uptime]
globalThis.Date = class extends Date {
  constructor(...given) {
    if (given.length === 0) super(Date.now())
    else super(...given)
  }
  static now() {
    return now() + laterMs
  }
}
os.uptime = () => uptime() + laterMs / 1_000
syncBuiltinESMExports()
