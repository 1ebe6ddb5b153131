import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

/**
 * Records what a process writes to files and when it flushes them, so that a test can reconstruct the files after a
 * power cut: writes that were not flushed are lost, completely or in part.
 */

const FOLLOW = ['-f', '--seccomp-bpf', '-y', '-xx', '-s', '16777216']
const CALLS = 'trace=write,pwrite64,ftruncate,fsync,fdatasync'

/** Whether this machine allows tests to trace another process. */
export function canTraceDisk(): boolean {
  return spawnSync('strace', [...FOLLOW, '-e', CALLS, '-o', '/dev/null', 'true']).status === 0
}

type DiskEvent =
  | { kind: 'write'; path: string; offset: number; bytes: Buffer }
  | { kind: 'truncate'; path: string; size: number }
  | { kind: 'flush'; path: string }
  | { kind: 'said'; text: string }

/** Runs a bundled script under the tracer. @returns its events in order, including the lines that it printed */
export function traceDisk(script: string, args: readonly string[], traceFile: string): DiskEvent[] {
  const run = spawnSync(
    'strace',
    [...FOLLOW, '-e', CALLS, '-o', traceFile, process.execPath, script, ...args],
    { encoding: 'utf8' },
  )
  if (run.status !== 0) throw new Error(`the watched process failed: ${run.stderr}`)
  return readFileSync(traceFile, 'latin1').split('\n').flatMap(parseLine)
}

const CALL = /^(?:\d+ +)?(\w+)\((\d+)<([^>]*)>(?:, )?(.*)$/

function parseLine(line: string): DiskEvent[] {
  const [, call, fd, rawPath = '', rest = ''] = CALL.exec(line) ?? []
  const path = unescape(rawPath)
  switch (call) {
    case 'write':
      if (fd === '1') return [{ kind: 'said', text: unescape(/^"([^"]*)"/.exec(rest)?.[1] ?? '').trim() }]
      return []
    case 'pwrite64': {
      const [, text = '', size, offset] = /^"([^"]*)", (\d+), (\d+)/.exec(rest) ?? []
      const bytes = Buffer.from(text.replaceAll('\\x', ''), 'hex')
      if (bytes.length !== Number(size)) throw new Error(`a write of ${size} bytes was cut by the trace`)
      return [{ kind: 'write', path, offset: Number(offset), bytes }]
    }
    case 'ftruncate':
      return [{ kind: 'truncate', path, size: Number(/^\d+/.exec(rest)?.[0]) }]
    case 'fsync':
    case 'fdatasync':
      return [{ kind: 'flush', path }]
    default:
      return []
  }
}

function unescape(text: string): string {
  return text.includes('\\x') ? Buffer.from(text.replaceAll('\\x', ''), 'hex').toString('utf8') : text
}

/**
 * A file as it is after a power cut right after the first `until` events.
 * @param before its bytes before the first event
 * @param survives which unflushed changes reached the disk all the same, by their number
 */
export function afterPowerCut(
  events: readonly DiskEvent[],
  until: number,
  path: string,
  before: Buffer,
  survives: (change: number) => boolean,
): Buffer {
  const own = events
    .slice(0, until)
    .flatMap((event) => ('path' in event && event.path === path ? [event] : []))
  const flushed = own.findLastIndex(({ kind }) => kind === 'flush')
  let content = before
  own.forEach((event, index) => {
    if (event.kind === 'flush' || (index > flushed && !survives(index))) return
    content = event.kind === 'truncate' ? resized(content, event.size) : written(content, event)
  })
  return content
}

function resized(content: Buffer, size: number): Buffer {
  return Buffer.concat([content.subarray(0, size), Buffer.alloc(Math.max(0, size - content.length))])
}

function written(content: Buffer, { offset, bytes }: { offset: number; bytes: Buffer }): Buffer {
  const grown = Buffer.from(resized(content, Math.max(content.length, offset + bytes.length)))
  bytes.copy(grown, offset)
  return grown
}

/** Puts files as a power cut left them. */
export function putFiles(files: Readonly<Record<string, Buffer>>): void {
  for (const [path, content] of Object.entries(files)) writeFileSync(path, content)
}
