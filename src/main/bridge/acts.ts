import type { ValueOf } from '../../shared/contract/bridge'
import type { RequestChannel } from '../../shared/contract/channels'
import type { ActKind } from '../../shared/domain/evidence-kind'
import { requestSchemas, type ParsedRequestOf } from '../../shared/contract/requests'
import { asOneAct, lender } from '../lent-act'
import { StationError } from '../station-error'
import type { Handlers } from './handle'

/** Where what was done or refused is kept. */
export type Recorder = {
  /** Whose name it is kept under now. */
  who(): string
  /** What is known of an op: its order, its shipment, and the last note of its history. */
  op: (seq: number) => Readonly<Record<string, unknown>>
  /** Never throws. */
  record(act: { kind: ActKind; operator: string; payload: Readonly<Record<string, unknown>> }): void
}

type Facts = Readonly<Record<string, unknown>>
type Act<C extends RequestChannel> = {
  kind: ActKind | ((request: ParsedRequestOf<C>) => ActKind)
  /** SECURITY: never buyers' data, tokens, PINs or badges. */
  asked?: (request: ParsedRequestOf<C>, recorder: Recorder) => Facts
  /** What is known only afterwards. */
  done?: (value: ValueOf[C], request: ParsedRequestOf<C>, recorder: Recorder) => Facts
  /** An entry for each of these, where there are any: who searches for one parcel finds what was done with it. */
  each?: (value: ValueOf[C], request: ParsedRequestOf<C>) => readonly Facts[]
  /** Kept under the name of who did it after the change, not before. */
  entering?: true
}

const ACTS: { [C in RequestChannel]?: Act<C> } = {
  'shipment:pack': {
    kind: 'pack',
    asked: ({ orderId, lineIds, carrier, trackingNumber, labelConfirmed }) => ({
      orderId,
      lineIds: [...new Set(lineIds)],
      carrier,
      trackingNumber,
      ...(labelConfirmed === true ? { labelConfirmed } : {}),
    }),
    done: ({ shipmentId, seq, order }) => ({
      shipmentId,
      op: seq,
      orderDone: order.lines.every(
        ({ isShippingFee, shipmentId: parcel }) => isShippingFee || parcel !== null,
      ),
    }),
  },
  'shipment:move': {
    kind: ({ move }) => move,
    asked: ({ shipmentId, carrier, trackingNumber, shippedAt, expectedToDeliverAt, ...rest }) => ({
      shipmentId,
      carrier,
      trackingNumber,
      shippedAt,
      expectedToDeliverAt,
      deliveredAt: rest.deliveredAt,
      canceledAt: rest.canceledAt,
      confirmedUnusual: rest.confirmedUnusual,
      ...(rest.labelConfirmed === true ? { labelConfirmed: true } : {}),
    }),
    done: ({ seq, order }) => ({ op: seq, orderId: order.orderId }),
  },
  'order:cancel': {
    kind: 'order_cancel',
    asked: ({ orderId }) => ({ orderId }),
    done: ({ seq }) => ({ op: seq }),
  },
  'order:refund': {
    kind: 'refund',
    asked: ({ orderId, amountCents, confirmedLarge }) => ({
      orderId,
      amountCents,
      ...(confirmedLarge === true ? { confirmedLarge } : {}),
    }),
    done: ({ seq }) => ({ op: seq }),
  },
  'order:hold': { kind: 'hold', asked: (request) => request },
  'bench:take': {
    kind: 'take_over',
    asked: ({ orderId }) => ({ orderId }),
    done: ({ from }) => ({ from }),
  },
  'handover:commit': {
    kind: ({ mode }) => mode,
    asked: ({ carrier, at }) => ({ dock: true, carrier, at }),
    each: ({ parcels, stopped }) => [
      ...parcels.map(({ refused, ...parcel }) => (refused === null ? parcel : { ...parcel, refused })),
      ...(stopped === null ? [] : [{ refused: stopped.code }]),
    ],
  },
  'handover:remove': {
    kind: 'dock_remove',
    asked: ({ mode }) => ({ mode }),
    each: ({ removed }) => removed,
  },
  'outbox:answer': {
    kind: ({ answer }) => answer,
    asked: ({ seq, reason }, { op }) => ({ ...op(seq), op: seq, reason }),
  },
  'outbox:adopt': {
    kind: 'adopt',
    asked: ({ seq, serverId, cancel }, { op }) => ({ ...op(seq), op: seq, serverId, cancel }),
  },
  'outbox:correct': {
    kind: 'correct',
    asked: ({ seq, ...times }, { op }) => ({ ...op(seq), op: seq, times }),
    // "old -> new; reason", as the history of the op has it now.
    done: (_value, { seq }, { op }) => ({ change: op(seq)['note'] }),
  },
  'outbox:import': { kind: 'import', done: (value) => value },
  'outbox:export': { kind: 'export', done: ({ ops }) => ({ ops }) },
  'item:create': { kind: 'item_create', done: ({ seq, externalId }) => ({ op: seq, externalId }) },
  'item:update': { kind: 'item_update', asked: (request) => request, done: ({ seq }) => ({ op: seq }) },
  'item:delist': { kind: 'item_delist', asked: (request) => request, done: ({ seq }) => ({ op: seq }) },
  'notices:acknowledge': { kind: 'notice_seen', asked: (request) => request },
  'clock:confirm': { kind: 'clock_confirmed', done: ({ clock }) => ({ offsetMs: clock.offsetMs }) },
  'backups:make': { kind: 'backup', done: ({ name }) => ({ name }) },
  'backups:restore': { kind: 'restored', asked: (request) => request, done: (value) => value },
  'evidence:export': { kind: 'evidence_export', done: ({ entries }) => ({ count: entries }) },
  'station:leave': { kind: 'left', asked: (request) => request },
  'settings:save': { kind: 'settings', asked: (request) => request },
  'settings:connect': {
    kind: 'connected',
    asked: ({ baseUrl, accessToken, account }) => ({
      baseUrl,
      newToken: accessToken !== '',
      ...(account === null ? {} : { account }),
    }),
  },
  'settings:train': { kind: 'trained' },
  'lan:passphrase': {
    kind: 'preferences',
    asked: ({ passphrase }) => ({ lanPassphrase: passphrase === null ? 'removed' : 'set' }),
  },
  'preferences:save': { kind: 'preferences', asked: (request) => request },
  'operators:save': {
    kind: 'operators',
    asked: ({ pin, ...request }) => ({ ...request, newPin: pin !== null }),
  },
  'operators:sign-in': {
    kind: 'sign_in',
    asked: (request) =>
      'badge' in request ? { how: 'badge' } : { how: 'pin', operatorId: request.operatorId },
    entering: true,
  },
  'operators:sign-out': { kind: 'sign_out' },
  'operators:lock': { kind: 'lock' },
  'operators:lend': {
    kind: 'lent',
    asked: ({ channel, request, by }) => ({
      lent: kindOf(channel, request),
      ...('badge' in by ? { how: 'badge' } : { how: 'pin', operatorId: by.operatorId }),
    }),
    done: ({ supervisor }) => ({ approvedBy: supervisor }),
  },
}

/** The same handlers, which leave what was done and what was refused, with its code, in the evidence log. */
export function recorded(handlers: Handlers, recorder: Recorder): Handlers {
  const record = <C extends RequestChannel>(channel: C): Handlers[C] => {
    const act = ACTS[channel]
    const handler = handlers[channel]
    return act === undefined ? handler : (recordedAct(act, handler, recorder) as Handlers[C])
  }
  const channels = Object.keys(handlers) as RequestChannel[]
  return Object.fromEntries(channels.map((channel) => [channel, record(channel)])) as Handlers
}

function recordedAct<C extends RequestChannel>(act: Act<C>, handler: Handlers[C], recorder: Recorder) {
  const run = async (request: ParsedRequestOf<C>): Promise<ValueOf[C]> => {
    const kind = typeof act.kind === 'function' ? act.kind(request) : act.kind
    const before = recorder.who()
    const { note: _note, ...asked } = act.asked?.(request, recorder) ?? {}
    try {
      const value = await handler(request)
      const operator = act.entering === true ? recorder.who() : before
      const facts = { ...asked, ...act.done?.(value, request, recorder), ...approval() }
      const each = act.each?.(value, request) ?? []
      for (const more of each.length > 0 ? each : [{}])
        recorder.record({ kind, operator, payload: { ...facts, ...more } })
      return value
    } catch (error) {
      const refused = error instanceof StationError ? error.code : 'internal'
      recorder.record({ kind, operator: before, payload: { ...asked, ...approval(), refused } })
      throw error
    }
  }
  return (request: ParsedRequestOf<C>): Promise<ValueOf[C]> => asOneAct(() => run(request))
}

/** What an act that is lent will be recorded as; the call's name where its request is none. */
function kindOf<C extends RequestChannel>(channel: C, request: unknown): string {
  const kind = ACTS[channel]?.kind
  const parsed = requestSchemas[channel].safeParse(request)
  if (kind === undefined || !parsed.success) return channel
  return typeof kind === 'function' ? kind(parsed.data as ParsedRequestOf<C>) : kind
}

/** The second name of an act that was lent. */
function approval(): Facts {
  const approvedBy = lender()
  return approvedBy === null ? {} : { approvedBy }
}
