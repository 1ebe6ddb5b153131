import { spawn, spawnSync, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { onTestFinished } from 'vitest'

/** Networks that a test makes itself: each program is a computer of its own, whose cable can be pulled. */

const ip = (...args: string[]): void => {
  const { status, stderr } = spawnSync('ip', args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`ip ${args.join(' ')}: ${stderr}`)
}

/** Linux as root, with its tools. */
export const HAS_NAMESPACES = ((): boolean => {
  const name = `pb-try-${process.pid}-${randomInt(1_000_000)}`
  try {
    ip('netns', 'add', name)
    ip('netns', 'del', name)
    return true
  } catch {
    return false
  }
})()
if (!HAS_NAMESPACES)
  console.log(
    'SKIPPED: partitions: no network namespaces here (Linux, as root, Debian: apt-get install iproute2)',
  )

export type Computer = {
  address: string
  spawn(command: string, args: readonly string[], options: SpawnOptions): ChildProcess
  /** Pulls the cable: nothing arrives any more, and nobody is told. */
  cut(): void
  join(): void
}

/** Reached from the test, too; gone after it. */
export function createNetwork(): { addComputer(): Computer } {
  const id = randomInt(0x10000).toString(16).padStart(4, '0')
  // The addresses of no real network here: 198.18.0.0/15 is for tests (RFC 2544).
  const net = `198.18.${randomInt(256)}`
  const bridge = `pb${id}`
  const names: string[] = []
  ip('link', 'add', bridge, 'type', 'bridge')
  onTestFinished(() => {
    for (const name of names) ip('netns', 'del', name)
    ip('link', 'del', bridge)
  })
  ip('addr', 'add', `${net}.1/24`, 'dev', bridge)
  ip('link', 'set', bridge, 'up')
  return {
    addComputer() {
      const number = names.length + 2
      const name = `${bridge}-${number}`
      const cable = `${bridge}v${number}`
      ip('netns', 'add', name)
      names.push(name)
      ip('link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name)
      ip('link', 'set', cable, 'master', bridge, 'up')
      ip('-n', name, 'addr', 'add', `${net}.${number}/24`, 'dev', 'eth0')
      for (const device of ['lo', 'eth0']) ip('-n', name, 'link', 'set', device, 'up')
      return {
        address: `${net}.${number}`,
        spawn: (command, args, options) => spawn('ip', ['netns', 'exec', name, command, ...args], options),
        cut: () => ip('link', 'set', cable, 'nomaster'),
        join: () => ip('link', 'set', cable, 'master', bridge),
      }
    },
  }
}
