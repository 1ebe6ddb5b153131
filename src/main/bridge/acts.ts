import { CONTRACT } from '../../shared/contract/contract'
import type { RequestChannel } from '../../shared/contract/channels'
import type { AnyCall, Evidence, Facts, Known } from '../../shared/contract/call'
import type { ActKind } from '../../shared/domain/evidence/evidence-kind'
import { asOneAct, lender } from './delegated-approval'
import { StationError } from '../base/station-error'
import type { Stamped, StampedHandlers } from './handle'

/** Records calls and refusals as evidence. */
export type Recorder = {
  /** The operator to record now. */
  who(): string
  /** An operation's order, shipment and last history entry. */
  op: (seq: number) => Facts
  /** The order of an alarm. */
  notice: (noticeId: number) => Facts
  /** Never throws. */
  record(act: { kind: ActKind; operator: string; payload: Facts }): void
}

/** The handler of any one call. */
type Handler = (request: never) => Promise<Stamped<unknown>>

/** The same handlers, which also record each call, or its refusal with its code, in the evidence log. */
export function recorded(handlers: StampedHandlers, recorder: Recorder): StampedHandlers {
  const channels = Object.keys(handlers) as RequestChannel[]
  const record = (channel: RequestChannel): Handler => {
    const { records }: AnyCall = CONTRACT[channel]
    return records === 'nothing' ? handlers[channel] : recordedAct(records, handlers[channel], recorder)
  }
  return Object.fromEntries(channels.map((channel) => [channel, record(channel)])) as StampedHandlers
}

function recordedAct(act: Evidence<never, never>, handler: Handler, recorder: Recorder): Handler {
  const known: Known = {
    op: (seq) => recorder.op(seq),
    notice: (noticeId) => recorder.notice(noticeId),
    kindOf: (channel, request) => kindOf(channel as RequestChannel, request),
  }
  const run: Handler = async (request) => {
    const kind = typeof act.kind === 'function' ? act.kind(request) : act.kind
    const before = recorder.who()
    const { note: _note, ...asked } = act.asked?.(request, known) ?? {}
    try {
      const answer = await handler(request)
      // The contract pairs each handler's value with its evidence; TypeScript cannot follow that through a union.
      const value = answer.value as never
      const operator = act.entering === true ? recorder.who() : before
      const facts = { ...asked, ...act.done?.(value, request, known), ...approval() }
      const each = act.each?.(value, request) ?? []
      for (const more of each.length > 0 ? each : [{}])
        recorder.record({ kind, operator, payload: { ...facts, ...more } })
      return answer
    } catch (error) {
      const refused = error instanceof StationError ? error.code : 'internal'
      recorder.record({ kind, operator: before, payload: { ...asked, ...approval(), refused } })
      throw error
    }
  }
  return (request) => asOneAct(() => run(request))
}

/** The evidence kind of a lent call; the call's name if its request does not parse. */
function kindOf(channel: RequestChannel, request: unknown): string {
  const { records, request: schema }: AnyCall = CONTRACT[channel]
  const parsed = schema.safeParse(request)
  if (records === 'nothing' || !parsed.success) return channel
  return typeof records.kind === 'function' ? records.kind(parsed.data as never) : records.kind
}

/** The lender's name in the evidence of a lent act. */
function approval(): Facts {
  const approvedBy = lender()
  return approvedBy === null ? {} : { approvedBy }
}
