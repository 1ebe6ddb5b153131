import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A small disk that a test can fill: a tmpfs, which only root may mount, and not in every container. */
export type SmallDisk = {
  dir: string
  /** Uses up space until this many bytes are free. */
  leave(bytes: number): void
  /** Frees what `leave` used up. */
  free(): void
}

/** Whether this machine allows tests to mount a disk. */
export function canMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  const dir = mkdtempSync(join(tmpdir(), 'packbench-disk-'))
  const mounted = mount(dir, 65_536)
  if (mounted) spawnSync('umount', [dir])
  rmSync(dir, { recursive: true })
  return mounted
}

/** A disk of `bytes`, removed after the test. */
export function smallDisk(bytes: number): SmallDisk {
  const dir = mkdtempSync(join(tmpdir(), 'packbench-disk-'))
  if (!mount(dir, bytes)) throw new Error('no disk could be mounted')
  onTestFinished(() => {
    // Lazily: files that the test opened there may still be open.
    spawnSync('umount', ['--lazy', dir])
    rmSync(dir, { recursive: true })
  })
  const filler = join(dir, 'filler')
  return {
    dir,
    leave(rest) {
      const { bavail, bsize } = statfsSync(dir)
      writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - rest)))
    },
    free: () => rmSync(filler),
  }
}

function mount(dir: string, bytes: number): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', dir]).status === 0
}
