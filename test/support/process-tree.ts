import { readdirSync, readFileSync } from 'node:fs'
import { processMemory } from './process-memory'

/** What the processes of a program in Electron or Chromium take together. Linux only. */

/** `browser` is the main process; `others` are those of the GPU, the network, sound, and Chromium's zygotes. */
export const PROCESS_TYPES = ['browser', 'renderer', 'others'] as const
export type ByType = Record<(typeof PROCESS_TYPES)[number], number>

type ProcessInfo = { pid: number; parent: number; ticks: number }

/** What each process keeps, in bytes, with its share of what it has in common with others of the same program. */
export function treeMemory(root: number): ByType {
  return sumByType(root, ({ pid }) => processMemory(pid).shareBytes)
}

/** The CPU time so far, in seconds, with that of processes that have ended. */
export function treeCpu(root: number): ByType {
  return sumByType(root, ({ ticks }) => ticks / TICKS_PER_SECOND)
}

/** The same on every Linux, whatever its kernel. */
const TICKS_PER_SECOND = 100

function sumByType(root: number, of: (process: ProcessInfo) => number): ByType {
  const sums: ByType = { browser: 0, renderer: 0, others: 0 }
  for (const process of treeOf(root)) sums[typeOf(process.pid, root)] += of(process)
  return sums
}

function typeOf(pid: number, root: number): keyof ByType {
  if (pid === root) return 'browser'
  const flags = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' ')
  return / --type=renderer /.test(flags) ? 'renderer' : 'others'
}

/** Renderers are children of Chromium's zygotes, which are children of the main process. */
function treeOf(root: number): ProcessInfo[] {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? readStat(Number(name)) : []))
  const tree = all.filter(({ pid }) => pid === root)
  for (const { pid } of tree) tree.push(...all.filter(({ parent }) => parent === pid))
  return tree
}

/** @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
function readStat(pid: number): ProcessInfo[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name before it may have spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const field = (number: number) => Number(fields[number - 3])
    return [{ pid, parent: field(4), ticks: field(14) + field(15) + field(16) + field(17) }]
  } catch {
    // It has just ended.
    return []
  }
}
