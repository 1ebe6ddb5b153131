import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { jetstream, jetstreamManager, type StoredMsg } from '@nats-io/jetstream'
import { headers, type MsgHdrs, type NatsConnection } from '@nats-io/transport-node'
import { epochOf } from '../../src/main/warehouse/nats/storage/places'
import { openValue, sealValue, type HubGroup } from '../../src/main/warehouse/nats/storage/seal'

const MOST_TRIES = 100

/** A bucket or stream as somebody with the group's key writes and reads it, whatever it says; and as somebody without. */
export async function sealedAtHub(connection: NatsConnection, group: HubGroup, use: string) {
  const isStream = use === 'journal' || use === 'evidence'
  const name = `packbench_${group.name}_${use}`
  const stream = isStream ? name : `KV_${name}`
  const root = isStream ? `packbench.${group.name}.${use}.` : `$KV.${name}.`
  const manager = await jetstreamManager(connection, { checkAPI: false })
  const js = jetstream(connection)
  const look = async () => {
    const { config, state } = await manager.streams.info(stream)
    return { epoch: epochOf(config), last: state.last_seq }
  }
  const newest = (key: string): Promise<StoredMsg | null> =>
    manager.streams.getMessage(stream, { last_by_subj: `${root}${key}` })
  const store = (key: string, data: Uint8Array | string, head?: MsgHdrs) =>
    js.publish(`${root}${key}`, data, head === undefined ? {} : { headers: head })
  return {
    stream,
    manager,
    subject: (key: string): string => `${root}${key}`,
    newest,
    /** What anybody may do whom the server lets write there. */
    store,
    /** Stores once more what was stored before. */
    async replay(key: string, { data, header }: Pick<StoredMsg, 'data' | 'header'>): Promise<number> {
      const head = headers()
      for (const [what, values] of header) for (const value of values) head.append(what, value)
      for (const what of ['Nats-Expected-Last-Sequence', 'Nats-Expected-Last-Subject-Sequence'])
        head.delete(what)
      return (await store(key, data, head)).seq
    },
    /**
     * @param from of a value of another bucket or key, which is then sealed for that place
     * @param text in place of the value's JSON
     */
    async put(
      key: string,
      value: unknown,
      {
        version,
        from = { use, key },
        text = JSON.stringify(value),
      }: { version?: number; from?: { use: string; key: string }; text?: string } = {},
    ): Promise<number> {
      for (let tries = 0; tries < MOST_TRIES; tries += 1) {
        const { epoch, last } = await look()
        const position = { ...from, epoch, sequence: last + 1 }
        const sealed = sealValue(group, position, text, version)
        if (sealed === null) throw new RangeError('too long')
        const stored = await js
          .publish(`${root}${key}`, sealed, { expect: { lastSequence: last } })
          .catch(() => null)
        if (stored !== null) return stored.seq
      }
      throw new Error(`others keep writing to ${use}`)
    },
    /** As the newest value says to a station; `undefined`: nothing. */
    async read(key: string): Promise<unknown> {
      const there = await newest(key)
      if (there === null) return undefined
      const opened = openValue(
        group,
        { use, epoch: (await look()).epoch, key, sequence: there.seq },
        there.data,
      )
      return opened.ok ? (JSON.parse(opened.json) as unknown) : undefined
    },
  }
}

/** A value as stations sealed it in the first version: one key for all, and for its place alone. */
export function sealedAsFirst(groupKey: Buffer, place: string, value: unknown): Buffer {
  const mark = Buffer.from('PBH')
  const key = Buffer.from(hkdfSync('sha256', groupKey, mark, 'packbench hub 1 values', 32))
  const head = Buffer.from([...mark, 1])
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(Buffer.concat([head, Buffer.from(place)]))
  const body = [cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]
  return Buffer.concat([head, nonce, ...body, cipher.getAuthTag()])
}
