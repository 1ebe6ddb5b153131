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
  namespace: string
  spawn(command: string, args: readonly string[], options: SpawnOptions): ChildProcess
  /** Pulls the cable: nothing arrives any more, and nobody is told. */
  cut(): void
  join(): void
}

/** Nothing gets from one to the other any more, in either direction, and nobody is told. */
export function separate(one: Computer, other: Computer): void {
  for (const [from, to] of bothWays(one, other))
    ip(
      '-n',
      from.namespace,
      'neigh',
      'replace',
      to.address,
      'lladdr',
      NOBODY,
      'dev',
      'eth0',
      'nud',
      'permanent',
    )
}

export function reunite(one: Computer, other: Computer): void {
  for (const [from, to] of bothWays(one, other))
    ip('-n', from.namespace, 'neigh', 'del', to.address, 'dev', 'eth0')
}

/** The address of no network card. */
const NOBODY = '02:00:00:00:00:01'
const bothWays = (one: Computer, other: Computer) =>
  [
    [one, other],
    [other, one],
  ] as const

/**
 * Gone after the test. Nothing of it is seen outside, where a new device would disturb the browsers of other tests:
 * they take it for another network.
 */
export function createNetwork(): { addComputer(): Computer } {
  const name = `pb-${process.pid}-${randomInt(1_000_000)}`
  // The addresses of no real network: 198.18.0.0/15 is for tests (RFC 2544).
  const address = (number: number) => `198.18.0.${number}`
  const names: string[] = []
  const addNamespace = (called: string): string => {
    ip('netns', 'add', called)
    names.push(called)
    return called
  }
  onTestFinished(() => {
    for (const called of names) ip('netns', 'del', called)
  })
  const middle = addNamespace(name)
  ip('-n', middle, 'link', 'add', 'bridge', 'type', 'bridge')
  ip('-n', middle, 'link', 'set', 'bridge', 'up')
  return {
    addComputer() {
      const number = names.length
      const own = addNamespace(`${name}-${number}`)
      const cable = `cable${number}`
      ip('-n', middle, 'link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', own)
      ip('-n', middle, 'link', 'set', cable, 'master', 'bridge', 'up')
      ip('-n', own, 'addr', 'add', `${address(number)}/24`, 'dev', 'eth0')
      for (const device of ['lo', 'eth0']) ip('-n', own, 'link', 'set', device, 'up')
      return {
        address: address(number),
        namespace: own,
        spawn: (command, args, options) => spawn('ip', ['netns', 'exec', own, command, ...args], options),
        cut: () => ip('-n', middle, 'link', 'set', cable, 'nomaster'),
        join: () => ip('-n', middle, 'link', 'set', cable, 'master', 'bridge'),
      }
    },
  }
}
