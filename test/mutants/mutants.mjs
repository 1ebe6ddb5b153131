// @ts-check

/**
 * Rules of the outbox's guarantee, each broken once. `by` names the test files of which at least one must then fail.
 * @typedef {{ breaks: string, file: string, from: string, to: string, by: string[] }} Mutant
 */

const SYNC = 'src/main/sync'
const STORE = 'src/main/store'

/** @type {readonly Mutant[]} */
export const MUTANTS = [
  {
    breaks: 'a lost create is recognized whatever lines it carries',
    file: `${SYNC}/reconcile.ts`,
    from: 'alike.filter((shipment) => sameSet(linesOf(order, shipment), asked))',
    to: 'alike',
    by: ['test/unit/main/sync/reconcile.test.ts'],
  },
  {
    breaks: 'what another operation of this station made is taken for ours',
    file: `${SYNC}/reconcile.ts`,
    from: '!baseline.includes(id) && !mapped.has(id)',
    to: '!baseline.includes(id)',
    by: ['test/unit/main/sync/reconcile.test.ts'],
  },
  {
    breaks: 'what was there before the send is taken for ours',
    file: `${SYNC}/reconcile.ts`,
    from: '!baseline.includes(id) && !mapped.has(id)',
    to: '!mapped.has(id)',
    by: ['test/unit/main/sync/reconcile.test.ts'],
  },
  {
    breaks: 'a canceled shipment that nothing proves to be ours is taken for ours',
    file: `${SYNC}/reconcile.ts`,
    from: 'isSameMillisecond(shipment.packed_at, body.packed_at) || sameSet(linesOf(order, shipment), asked)',
    to: 'true',
    by: ['test/unit/main/sync/reconcile.test.ts'],
  },
  {
    breaks: 'our live shipment that lost its lines counts as absent',
    file: `${SYNC}/reconcile.ts`,
    from: "if (one !== undefined) return { kind: taken ? 'duplicate' : 'unlinked' }",
    to: 'if (one !== undefined && taken) return { kind: "duplicate" }',
    by: ['test/unit/main/sync/reconcile.test.ts'],
  },
  {
    breaks: 'create and cancel undo each other although the create was sent',
    file: 'src/main/areas/packing/never-sent.ts',
    from: "state === 'ready' && attempts === 0",
    to: "state === 'ready' && attempts >= 0",
    by: ['test/contract/sync/unsent-pairs.test.ts'],
  },
  {
    breaks: 'a cancellation withdraws packs that may have been sent',
    file: 'src/main/areas/packing/never-sent.ts',
    from: "state === 'ready' && attempts === 0",
    to: "state === 'ready' || state === 'held'",
    by: ['test/contract/sync/withdrawn-packs.test.ts'],
  },
  {
    breaks: 'a cancellation withdraws parcels that have left',
    file: 'src/main/areas/desk/withdraw-packs.ts',
    from: "shipment.state !== 'packed' || ",
    to: '',
    by: ['test/contract/sync/withdrawn-packs.test.ts'],
  },
  {
    breaks: 'each claim overwrites the baseline of the first send',
    file: `${STORE}/tables/op-notes.ts`,
    from: 'WHERE seq = ? AND baseline IS NULL',
    to: 'WHERE seq = ?',
    by: ['test/contract/sync/baselines.test.ts'],
  },
  {
    breaks: 'a send that never left keeps its baseline',
    file: `${STORE}/tables/op-notes.ts`,
    from: 'SET attempts = attempts - 1, baseline = ? WHERE seq = ?',
    to: 'SET attempts = attempts - 1, baseline = coalesce(baseline, ?) WHERE seq = ?',
    by: ['test/contract/sync/baselines.test.ts'],
  },
  {
    breaks: 'what is absent is sent again before the settle window is over',
    file: `${SYNC}/send.ts`,
    from: 'foundForMs(deps, op, finding.kind) >= (lateMs ?? deps.settleMs)',
    to: 'foundForMs(deps, op, finding.kind) >= 0',
    by: [
      'test/contract/sync/engine.test.ts',
      'test/contract/sync/engine-changes.test.ts',
      'test/contract/sync/answers.test.ts',
    ],
  },
  {
    breaks: 'a refund of unknown outcome is sent again',
    file: `${SYNC}/playbooks/create-refund.ts`,
    from: 'sends: 1,',
    to: 'sends: 3,',
    by: ['test/contract/sync/order-ops.test.ts'],
  },
  {
    breaks: 'an answer that never came counts as never sent',
    file: `${SYNC}/send.ts`,
    from: "    case 'rate_limited':\n      await",
    to: "    case 'rate_limited':\n    case 'unclear':\n      await",
    by: [
      'test/contract/sync/engine.test.ts',
      'test/contract/sync/engine-changes.test.ts',
      'test/contract/sync/answers.test.ts',
      'test/contract/sync/order-ops.test.ts',
    ],
  },
  {
    breaks: 'after a crash, what was being sent is sent again',
    file: `${STORE}/tables/op-notes.ts`,
    from: "UPDATE outbox SET state = 'unknown' WHERE ${OPEN} AND state = 'sending'",
    to: "UPDATE outbox SET state = 'ready' WHERE ${OPEN} AND state = 'sending'",
    by: ['test/contract/sync/lane-order.test.ts'],
  },
  {
    breaks: 'an older copy of an order overwrites a newer one',
    file: `${SYNC}/take-in.ts`,
    from: 'if (known !== null && isOlder(tx, known, order)) return false',
    to: '',
    by: ['test/contract/sync/older-copies.test.ts'],
  },
  {
    breaks: 'what was confirmed and is gone is not announced',
    file: `${SYNC}/check-confirmed.ts`,
    from: '      vanish(tx, deps, op, order, at)\n',
    to: '',
    by: ['test/contract/sync/vanished.test.ts'],
  },
  {
    breaks: 'any 2xx confirms a ship',
    file: 'src/main/partner/client.ts',
    from: "wants: 'nothing' })",
    to: "wants: 'body' })",
    by: ['test/contract/sync/foreign-answers.test.ts'],
  },
  {
    breaks: 'a held operation lets the later ones of its order pass',
    file: `${STORE}/tables/workable-heads.ts`,
    from: 'AND NOT EXISTS (SELECT 1 FROM outbox p WHERE p.lane = o.lane AND p.seq < o.seq AND p.${OPEN})',
    to: "AND NOT EXISTS (SELECT 1 FROM outbox p WHERE p.lane = o.lane AND p.seq < o.seq AND p.${OPEN} AND p.state <> 'held')",
    by: ['test/contract/sync/lane-order.test.ts'],
  },
  {
    breaks: 'item writes that are told to wait stop shipments',
    file: `${SYNC}/gate.ts`,
    from: "  item_writes: 'item_writes',\n}",
    to: "  item_writes: 'orders',\n}",
    by: ['test/unit/main/sync/gate.test.ts', 'test/contract/sync/gates.test.ts'],
  },
  {
    breaks: 'a time by a clock that proves wrong goes out',
    file: `${SYNC}/send.ts`,
    from: "heldReason: 'clock_wrong'",
    to: "heldReason: 'refused'",
    by: ['test/contract/sync/capture-offset.test.ts'],
  },
  {
    breaks: 'a token that is not proven is used',
    file: 'src/main/app/account/open.ts',
    from: 'accessToken: () => (trust.proven() ? token : null)',
    to: 'accessToken: () => token',
    by: ['test/contract/app/accounts.test.ts'],
  },
  {
    breaks: 'what comes from a backup is sent without looking for it',
    file: `${STORE}/recovery/carry-over.ts`,
    from: "['unknown', null, null, null, null, null, null]",
    to: "['ready', null, null, null, null, null, null]",
    by: [
      'test/contract/store/recovery/backup.test.ts',
      'test/contract/store/recovery/recovery.test.ts',
      'test/contract/store/recovery/restore.test.ts',
      'test/contract/store/recovery/put-back.test.ts',
    ],
  },
  {
    breaks: 'a price that a later one replaced goes out after a restore',
    file: `${STORE}/tables/outdated-changes.ts`,
    from: 'if (rest.length === 0) end(tx, row, at)',
    to: 'if (rest.length === 77) end(tx, row, at)',
    by: ['test/contract/store/tables/known-ops.test.ts'],
  },
  {
    breaks: 'a moment that was sent counts as free where the marketplace shows less of it',
    file: `${STORE}/tables/shipments.ts`,
    from: "WHERE lane = :lane AND kind = 'create_shipment'",
    to: "WHERE lane = :lane AND kind = 'no'",
    by: ['test/unit/main/areas/packing/shipments.test.ts'],
  },
  {
    breaks: 'two parcels of an order are packed at the same moment',
    file: 'src/main/areas/packing/unique-packed-at.ts',
    from: 'while (taken.has(ms)) ms += 1',
    to: 'ms += 0',
    by: ['test/contract/sync/lane-order.test.ts'],
  },
  {
    breaks: 'a cancellation that was refunded in part cancels the order',
    file: 'src/shared/domain/orders/order.ts',
    from: '(refund.total_refunded ?? 0), 0) >= amount',
    to: '(refund.total_refunded ?? 0), 0) >= 0',
    by: ['test/unit/shared/domain/orders/order.test.ts'],
  },
  {
    breaks: 'a packer does what needs a supervisor',
    file: 'src/main/bridge/guard.ts',
    from: 'if (operators.mayDo(need)) return',
    to: 'if (need.length > 0) return',
    by: ['test/security/roles.test.ts'],
  },
  {
    breaks: 'a locked station answers',
    file: 'src/main/bridge/guard.ts',
    from: '  operators.refuseBarred()\n  if (showsSomebody',
    to: '  if (showsSomebody',
    by: ['test/security/roles.test.ts'],
  },
]
