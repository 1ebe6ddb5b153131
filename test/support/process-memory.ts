import { readFileSync } from 'node:fs'

/** What a process of this system keeps, in bytes. Linux only. */
export type ProcessMemory = {
  /**
   * What it has for itself. Chromium calls it the private footprint, and its task manager shows it: the anonymous pages
   * in memory and in swap.
   */
  privateBytes: number
  /** With its share of what it has in common with others; `NaN` where the system does not tell. */
  shareBytes: number
  /** With all that it has in common with others, such as the code of Chromium, which each of its processes counts. */
  residentBytes: number
}

export function processMemory(pid: number): ProcessMemory {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const sizeOf = (name: string, text = status) =>
    Number(new RegExp(String.raw`^${name}:\s+(\d+) kB$`, 'm').exec(text)?.[1] ?? Number.NaN) * 1_024
  return {
    privateBytes: sizeOf('RssAnon') + sizeOf('VmSwap'),
    shareBytes: sizeOf('Pss', readRollup(pid)),
    residentBytes: sizeOf('VmRSS'),
  }
}

/** Other users' processes, and those that Chromium's sandbox hides, do not show it. */
function readRollup(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  } catch {
    return ''
  }
}
