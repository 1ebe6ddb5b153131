import { randomBytes } from 'node:crypto'
import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { Kvm } from '@nats-io/kv'
import { connect } from '@nats-io/transport-node'
import { onTestFinished } from 'vitest'
import type { SharedUse } from '../../src/main/warehouse/at-hub/changes'
import { createChanges } from '../../src/main/warehouse/nats/records/changes'
import { accountAtHub, hubGroup, type Ignored } from '../../src/main/warehouse/nats/storage/seal'
import { makeStation } from './account'
import type { NatsServer } from './nats-process'
import { sealedAtHub } from './sealed-at-hub'
import { tempDir } from './temp-dir'

/** Stations that share what people change at a real hub. */

export const GROUP = hubGroup(randomBytes(32))

/** The name of the bucket of stations with the token `token`. */
export const useAtHub = ({ name }: { name: string }): string => `${name}_${accountAtHub(GROUP, 'token')}`

/** What a use of the hub has there: as NATS keeps it, and as the group's stations read and write it. */
export async function keptAtHub(server: NatsServer, use: { name: string }) {
  const connection = await connect({ servers: server.url })
  onTestFinished(() => connection.close())
  return {
    bucket: await new Kvm(connection).open(`packbench_${GROUP.name}_${useAtHub(use)}`),
    sealed: await sealedAtHub(connection, GROUP, useAtHub(use)),
  }
}

export type ChangeStationOptions = { accessToken?: string; file?: string }

/** A station that is not at the hub yet: `use` connects it. */
export async function changeStation<Change, Told>(
  server: NatsServer,
  use: SharedUse<Change, Told>,
  { accessToken = 'token', file = '' }: ChangeStationOptions = {},
) {
  const made = makeStation(file === '' ? {} : { file })
  const ignored: Ignored[] = []
  const faults: unknown[] = []
  const changes = use.share(made)
  const part = createChanges(use, {
    clock: made.clock,
    account: () => ({ accessToken, changes, isOpen: () => made.db.open }),
    onFault: (error) => void faults.push(error),
  })
  use.onChange(made.events, () => part.tell())
  const connection = await connect({ servers: server.url, reconnectTimeWait: 50 })
  const end = async (): Promise<void> => {
    await part.close()
    await connection.close()
    await made.close()
  }
  onTestFinished(end)
  const connected = () =>
    part.use({ connection, group: GROUP, replicas: 1, onIgnored: (why) => void ignored.push(why) })
  return {
    ...{ made, part, connection, ignored, faults, end, use: connected },
    /** Cuts it off from the hub in the middle of anything. @returns its file, as a kill leaves it */
    async kill(): Promise<string> {
      await connection.close()
      const left = join(tempDir(), 'station.sqlite')
      for (const end of ['', '-wal'])
        if (existsSync(`${made.file}${end}`)) cpSync(`${made.file}${end}`, `${left}${end}`)
      return left
    },
  }
}
