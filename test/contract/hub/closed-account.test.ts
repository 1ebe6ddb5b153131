import { randomBytes, randomUUID } from 'node:crypto'
import { connect } from '@nats-io/transport-node'
import { expect, it, onTestFinished, vi } from 'vitest'
import { journalSourceOf } from '../../../src/main/warehouse/at-hub/journal'
import type { Account } from '../../../src/main/app/account/open'
import { createJournal } from '../../../src/main/warehouse/nats/journal/journal'
import { hubGroup } from '../../../src/main/warehouse/nats/storage/seal'
import { makeStation, withMethods } from '../../support/account'
import { createManualClock } from '../../support/clock'
import { createOps } from '../../support/journal-source'
import { HAS_NATS } from '../../support/nats-process'
import { startNatsServer } from '../../support/nats-server'

/** What goes on at the hub for an account that was closed meanwhile: a restart, a reset, another account. */

const TAKEN = [{ seq: 1, opUid: 'op-1', to: { stationId: 'B', station: 'Bench 2', operator: '' } }]

it('does not start an account again that was closed while its requests ended', async () => {
  const station = makeStation()
  const start = vi.fn()
  const engine = withMethods(station.engine, { start, stop: () => station.close() })
  const handedOver = vi.fn()
  const source = journalSourceOf(
    { ...station, engine } as unknown as Account,
    'account',
    station.clock,
    handedOver,
  )
  expect(source.isOpen()).toBe(true)
  await expect(source.handOver(TAKEN)).rejects.toThrow('the account was closed meanwhile')
  expect(source.isOpen()).toBe(false)
  expect(start).not.toHaveBeenCalled()
  expect(handedOver).not.toHaveBeenCalled()
})

it.skipIf(!HAS_NATS)('asks nothing of an account that was closed while the hub was asked', async () => {
  const server = await startNatsServer()
  const connection = await connect({ servers: server.url })
  const ops = createOps()
  let isOpen = true
  const whileOpen = <T extends object>(source: T): T =>
    new Proxy(source, {
      get(target, name, self) {
        if (name === 'isOpen') return () => isOpen
        const value: unknown = Reflect.get(target, name, self)
        if (typeof value === 'function' && !isOpen) throw new TypeError('The database connection is not open')
        return value
      },
    })
  const faults: unknown[] = []
  const source = whileOpen(ops.source)
  const journal = createJournal({
    clock: createManualClock(),
    who: () => ({ stationId: randomUUID(), station: 'A' }),
    source: () => (isOpen ? source : null),
    onFault: (error) => void faults.push(error),
    onChange: () => {},
  })
  onTestFinished(async () => {
    await journal.close()
    await connection.close()
  })
  const begun = journal.use({
    ...{ connection, group: hubGroup(randomBytes(32)), replicas: 1 },
    onIgnored: () => {},
  })
  isOpen = false
  await begun
  await journal.settled()
  expect(faults).toEqual([])
})
