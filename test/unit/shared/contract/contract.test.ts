import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { type AnyCall, ERRORS_OF_EVERY_CALL } from '../../../../src/shared/contract/call'
import { REQUEST_CHANNELS } from '../../../../src/shared/contract/channels'
import { CONTRACT } from '../../../../src/shared/contract/contract'
import { ERROR_CODES, type ErrorCode } from '../../../../src/shared/contract/result'
import { ACT_KINDS } from '../../../../src/shared/domain/evidence/evidence-kind'
import { PERMISSIONS } from '../../../../src/shared/domain/operators/permissions'

const CONTRACT_DIR = path.join(__dirname, '../../../../src/shared/contract')

type Calls = Readonly<Record<string, AnyCall>>
const all = Object.entries<AnyCall>(CONTRACT)

/** The calls that each file exports, by file name. */
async function areasOnDisk(): Promise<[area: string, calls: Calls][]> {
  const files = readdirSync(CONTRACT_DIR).filter((file) => file !== 'contract.ts')
  const modules = await Promise.all(
    files.map(async (file) => {
      const exported = (await import(path.join(CONTRACT_DIR, file))) as Readonly<Record<string, unknown>>
      return Object.entries(exported).flatMap(([name, calls]): [string, Calls][] =>
        name.endsWith('Calls') && typeof calls === 'object' ? [[file, calls as Calls]] : [],
      )
    }),
  )
  return modules.flat()
}

it('has the calls of every area, and none of them twice', async () => {
  const areas = await areasOnDisk()
  const names = areas.flatMap(([, calls]) => Object.keys(calls))
  expect(areas.length).toBeGreaterThan(10)
  expect(names.toSorted()).toEqual([...new Set(names)].toSorted())
  // The contract itself adds the one call that needs the names of the others.
  expect([...names, 'operators:lend'].toSorted()).toEqual(Object.keys(CONTRACT).toSorted())
})

it('lists each name as a channel', () => {
  expect(REQUEST_CHANNELS).toEqual(Object.keys(CONTRACT))
})

it('lets every call be named in a lend', () => {
  const by = { badge: 'PBXBZZZZZZZZZZZZ' }
  const { request } = CONTRACT['operators:lend']
  for (const channel of REQUEST_CHANNELS)
    expect(request.safeParse({ channel, by, request: {} }).success).toBe(true)
  expect(request.safeParse({ channel: 'orders:burn', by, request: {} }).success).toBe(false)
})

it('gives every call each of its parts', () => {
  for (const [name, { request, errors, needs, records }] of all) {
    expect(request.safeParse(Symbol(name)).success, name).toBe(false)
    expect([...new Set(errors)], name).toEqual(errors)
    if (typeof needs === 'string') expect(['anyone', ...Object.keys(PERMISSIONS)], name).toContain(needs)
    if (records === 'nothing') continue
    if (typeof records.kind === 'string') expect(ACT_KINDS, name).toContain(records.kind)
  }
})

it('uses every error code, except those that the window raises itself', () => {
  const named = new Set<ErrorCode>([...ERRORS_OF_EVERY_CALL, ...all.flatMap(([, { errors }]) => errors)])
  expect(ERROR_CODES.filter((code) => !named.has(code))).toEqual(['print_blocked'])
})

it('sorts the history of operations by time alone', () => {
  const sorted = (view: string, by: string) =>
    CONTRACT['outbox:list'].request.safeParse({ view, sort: { by, descending: true }, offset: 0, limit: 10 })
      .success
  expect(['captured', 'kind', 'order', 'state'].map((by) => [sorted('open', by), sorted('all', by)])).toEqual(
    [
      [true, true],
      [true, false],
      [true, false],
      [false, false],
    ],
  )
})
