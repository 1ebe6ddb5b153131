import type { JournalOp, JournalPlace, JournalSource } from '../../src/main/warehouse/nats/journal/source'

/** Operations in memory, for a journal without a station. */
export function createOps(account = 'account') {
  const ops = new Map<number, JournalOp>()
  const events: number[] = []
  const handedOver: string[] = []
  let place: JournalPlace = { upTo: 0, stream: null }
  const open = (after: number): JournalOp[] =>
    [...ops.values()].filter(({ seq, json }) => seq > after && json !== null)
  const takenBack: unknown[] = []
  const source: JournalSource = {
    account,
    isOpen: () => true,
    takeBack: (given) => void takenBack.push(...given),
    openAfter: (seq, limit) => open(seq).slice(0, limit),
    at: (seqs) => seqs.flatMap((seq) => ops.get(seq) ?? []),
    standing({ seq, opUid }) {
      const op = ops.get(seq)
      if (op?.opUid !== opUid) return 'unknown'
      return op.json === null ? 'ended' : 'open'
    },
    changedAfter: (event, limit) => {
      const seqs = events.slice(event, event + limit)
      return { seqs, event: event + seqs.length }
    },
    lastEvent: () => events.length,
    countOpenAfter: (seq) => open(seq).length,
    readPlace: () => place,
    savePlace: (next) => void (place = next),
    async handOver(given) {
      for (const { seq, opUid } of given) {
        handedOver.push(opUid)
        ops.set(seq, { seq, opUid, json: null })
      }
    },
  }
  return {
    source,
    handedOver,
    takenBack,
    queue(count: number, json = '{"some":"operation"}') {
      for (let made = 0; made < count; made += 1) {
        const seq = ops.size + 1
        ops.set(seq, { seq, opUid: `op-${seq}`, json })
      }
    },
    /** `null` ends it. */
    change(seq: number, json: string | null) {
      ops.set(seq, { seq, opUid: `op-${seq}`, json })
      events.push(seq)
    },
    place: () => place,
  }
}
