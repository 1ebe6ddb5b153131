import { openStation, restoreBackup } from '../../../../src/main/store/recovery/open-station'

/**
 * A process that restores a backup or opens a damaged file, and may be killed meanwhile: from outside, or by itself
 * before a given change to the folder.
 */

const [, , what, file = '', backup = '', dieBefore = '0'] = process.argv
const wallMs = Date.parse('2026-11-21T08:00:00.000Z')

let left = Number(dieBefore)
if (left > 0) {
  const fs = process.getBuiltinModule('node:fs') as unknown as Record<
    string,
    (...given: unknown[]) => unknown
  >
  for (const name of ['renameSync', 'rmSync', 'copyFileSync', 'fsyncSync']) {
    const original = fs[name]
    fs[name] = (...given) => {
      left -= 1
      if (left === 0) process.kill(process.pid, 'SIGKILL')
      return original?.(...given)
    }
  }
}

process.send?.('begun')
if (what === 'restore') restoreBackup({ file, backup, wallMs })
else openStation({ file, backupsDir: backup, wallMs, log: () => {} }).close()
process.disconnect()
