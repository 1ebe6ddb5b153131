import type { HeldReason } from '../../../shared/domain/outbox/held-reason'
import { PartnerError } from '../../partner/errors'
import { refusalOf, type Refusal } from '../../store/views/confirmed-ops'
import { advanceIfStill, findOp, type Op, type OpChange } from '../../store/tables/outbox'
import { keepBaseline, noteError, takeOutUnreadable, takeSendBack } from '../../store/tables/op-notes'
import { findShipment } from '../../store/tables/shipments'
import { goOnAsRestored } from '../../store/recovery/rollback'
import { describeHold } from './describe-hold'
import { isTransient } from './op-failures'
import { writesOf } from '../connection/gate'
import { notedChanges } from '../copies/seen-changes'
import type { Finding, Playbook } from './playbook'
import { rememberClaim } from './remember-claim'
import { notifyHeld } from './notify-held'
import { effectOf, type SendDeps, type Step } from './send-deps'

const NEXT: Step = { kind: 'next' }
const GATED: Step = { kind: 'gated' }
/** `null`: the lane's own backoff. */
const REST: Step = { kind: 'rest', ms: null }

/** Works on the head of a lane once. Never throws a PartnerError; other errors are defects or the database's. */
export async function workOn(deps: SendDeps, op: Op): Promise<Step> {
  const play = deps.playbooks[op.kind] as Playbook<unknown> | undefined
  if (op.unreadable.length > 0) return holdUnreadable(deps, op)
  // Its answer could not be kept: it would be looked for again and again.
  if (op.kind === 'create_shipment' && findShipment(deps.db, op.shipmentUid ?? '') === null)
    return hold(deps, op, 'unreadable')
  // Written by a version that knows more kinds than this one.
  if (play === undefined) return hold(deps, op, 'unreadable')
  if (op.state === 'unknown') return readBack(deps, op, play)
  if (op.state === 'sending') {
    // Its outcome could not be stored and is now unknown.
    await deps.commits.run((tx) => advanceIfStill(tx, op, 'lose', { at: now(deps) }))
    return readBack(deps, { ...op, state: 'unknown' }, play)
  }
  return sendFirst(deps, op, play)
}

type Looked = { present: unknown }

/** Looks, judges, and sends if the effect does not exist; the claim and what was read are one commit. */
async function sendFirst(deps: SendDeps, op: Op, play: Playbook<unknown>): Promise<Step> {
  if (!play.readable(op)) return hold(deps, op, 'unreadable')
  const looked = await look(deps, op, play)
  if (!isLooked(looked)) return looked
  const { present } = looked
  if (op.attempts === 0 && play.sentUnknown?.(deps, op, present) === true) {
    await deps.commits.run((tx) => {
      // Another lane may have noticed it at the same moment.
      if (findOp(tx, op.seq)?.state === 'ready') goOnAsRestored(tx, now(deps))
    })
    deps.onNotice()
    return NEXT
  }
  const finding = play.judge(deps, op, present)
  if (finding.kind === 'arrived') return confirm(deps, op, play, finding.serverRef, present)
  const reason = reasonAgainst(deps, op, play, present, finding) ?? play.changed?.(deps, op, present) ?? null
  const ids = play.baseline(present)
  // An older copy is no reason to ask anybody, and what it lacks would later pass for the op's own effect: wait for a
  // newer one.
  if ((reason !== null || ids !== null) && isBehind(deps, play, present)) return waitForNewer(deps, op)
  if (reason !== null) return hold(deps, op, reason, { play, present })
  // The look has shown the marketplace's clock by now (I11).
  const clockOffsetMs = deps.clockWatch.wrongBy(op)
  if (clockOffsetMs !== null)
    return deps.clockWatch.sure() ? holdForClock(deps, op, { play, present }, clockOffsetMs) : REST
  // One trial at a time finds out whether writes are accepted again.
  if (!deps.gate.admit(writesOf(op))) return GATED
  const claimed = await deps.commits.run((tx) => {
    const at = now(deps)
    play.keep(tx, deps, op, present, at)
    if (ids !== null) keepBaseline(tx, op.seq, ids)
    // Read again: its times may have been corrected while the marketplace was asked.
    return advanceIfStill(tx, op, 'claim', { at }) ? findOp(tx, op.seq) : null
  })
  renewed(deps, op)
  if (claimed === null) return NEXT
  await rememberClaim(deps, claimed, op.baseline)
  return send(deps, { op: claimed, earlier: op.baseline }, play, present)
}

/** The reason against sending, or `null`. Two matching records come first: a person must know about them. */
function reasonAgainst(
  deps: SendDeps,
  op: Op,
  play: Playbook<unknown>,
  present: unknown,
  finding: Finding,
): HeldReason | null {
  if (finding.kind === 'stuck' && finding.reason === 'duplicate') return 'duplicate'
  return play.against(deps, op, present) ?? ('reason' in finding ? finding.reason : null)
}

async function waitForNewer({ commits }: SendDeps, { seq }: Op): Promise<Step> {
  await commits.run((tx) => noteError(tx, seq, { code: 'behind', status: null }))
  return REST
}

function isBehind(deps: SendDeps, play: Playbook<unknown>, present: unknown): boolean {
  return play.behind?.(deps, present, deps.lagSince()) ?? false
}

/** An op that is being sent, with its baseline from before this send. */
type Claimed = { op: Op; earlier: Op['baseline'] }

/** Writes to the socket, and stores the outcome. */
async function send(
  deps: SendDeps,
  claimed: Claimed,
  play: Playbook<unknown>,
  present: unknown,
): Promise<Step> {
  const { op } = claimed
  let serverRef: string | null
  try {
    serverRef = await play.send(deps, op, present)
  } catch (error) {
    if (!(error instanceof PartnerError)) throw error
    return afterFailure(deps, claimed, play, error)
  }
  return confirm(deps, op, play, serverRef)
}

async function afterFailure(
  deps: SendDeps,
  { op, earlier }: Claimed,
  play: Playbook<unknown>,
  error: PartnerError,
): Promise<Step> {
  const { commits, db, gate } = deps
  const change = { at: now(deps), errorCode: error.code, errorStatus: error.status }
  switch (error.code) {
    case 'unreachable':
    case 'unauthorized':
    case 'rate_limited':
      await commits.run((tx) => {
        if (advanceIfStill(tx, op, 'postpone', change)) takeSendBack(tx, op.seq, earlier)
      })
      return gate.closedBy(error) ? GATED : forbid(deps, findOp(db, op.seq), error, 'refused')
    case 'not_found':
    case 'unprocessable':
    case 'invalid_request':
      return afterRefusal(deps, op, play, error)
    case 'busy':
    case 'unclear':
    case 'server_error':
    case 'unexpected_answer':
    case 'too_large':
      await commits.run((tx) => {
        advanceIfStill(tx, op, 'lose', change)
        if (isTransient(error.code)) deps.opFailures.note(tx, op, change.at)
      })
      return readBack(deps, { ...op, state: 'unknown' }, play)
  }
}

/**
 * Refused for this order or item. If the list of orders is not refused, the token is good: this op waits for a person, another
 * token or a read that is not refused, and the others go on. A 401, and a firewall's page, say nothing about this order: they
 * may have ended right before the list was asked, so they count once they come twice.
 */
async function forbid(
  deps: SendDeps,
  op: Op | null,
  error: PartnerError,
  found: 'barred' | 'refused',
): Promise<Step> {
  try {
    await deps.client.listOrders({ page_size: 1 })
  } catch (listError) {
    if (!(listError instanceof PartnerError)) throw listError
    return deps.gate.closedBy(listError) ? GATED : REST
  }
  if (deps.gate.closedBy(error)) return GATED
  if (op === null) return NEXT
  const isMeant = error.status === 403 && error.diagnosis?.reason !== 'firewall'
  if (!isMeant) {
    deps.foundSince.begin(op.seq, found)
    if (deps.foundSince.forMs(op.seq) < deps.recheckMs) {
      await deps.commits.run((tx) => noteError(tx, op.seq, error))
      return { kind: 'rest', ms: deps.recheckMs }
    }
  }
  return hold(deps, op, 'forbidden', found === 'barred' ? 'unread' : null, error)
}

/**
 * The marketplace refused; an earlier try may have succeeded, so the present state is read before a person is asked.
 */
async function afterRefusal(
  deps: SendDeps,
  op: Op,
  play: Playbook<unknown>,
  error: PartnerError,
): Promise<Step> {
  const looked = await look(deps, op, play)
  if (isLooked(looked)) {
    const { present } = looked
    const finding = afterNo(op, play, play.judge(deps, op, present))
    if (finding.kind === 'arrived') return confirm(deps, op, play, finding.serverRef, present)
    if (finding.kind !== 'unsettled' && !isBehind(deps, play, present)) {
      const reason = reasonAgainst(deps, op, play, present, finding) ?? reasonOf(error)
      return hold(deps, op, reason, { play, present }, error)
    }
  }
  // Without a read, or with an older copy, nobody can say whether it or an earlier try succeeded all the same.
  await deps.commits.run((tx) =>
    advanceIfStill(tx, op, 'lose', { at: now(deps), errorCode: error.code, errorStatus: error.status }),
  )
  return isLooked(looked) ? REST : looked
}

/**
 * For kinds whose equal records cannot be told apart, a match after a refused only send is just as likely somebody
 * else's.
 */
function afterNo(op: Op, play: Playbook<unknown>, finding: Finding): Finding {
  const isDoubtful =
    finding.kind === 'arrived' && play.looksAlike === true && op.serverRef === null && op.attempts <= 1
  return isDoubtful ? { kind: 'stuck', reason: 'unconfirmed' } : finding
}

function reasonOf(refusal: Refusal): HeldReason {
  return refusal.code === 'not_found' ? 'not_found' : 'refused'
}

/**
 * Reads back what became of an op with an unknown outcome. One that is found absent through the whole settle window, in
 * two looks or more, is sent again with the same bytes as often as its playbook allows (I6).
 */
async function readBack(deps: SendDeps, op: Op, play: Playbook<unknown>): Promise<Step> {
  if (!play.readable(op)) return hold(deps, op, 'unreadable')
  const looked = await look(deps, op, play)
  if (!isLooked(looked)) return looked
  const { present } = looked
  const refusal = refusalOf(deps.db, op.seq)
  const judged = play.judge(deps, op, present)
  const finding = refusal === null ? judged : afterNo(op, play, judged)
  if (finding.kind === 'arrived') return confirm(deps, op, play, finding.serverRef, present)
  // Something missing from an older copy may exist.
  if (isBehind(deps, play, present)) return waitForNewer(deps, op)
  if (finding.kind === 'stuck') return hold(deps, op, finding.reason, { play, present })
  const isBusy = refusal?.code === 'busy'
  if (finding.kind === 'absent' && refusal !== null) {
    const reason = play.against(deps, op, present) ?? (isBusy ? null : reasonOf(refusal))
    if (reason !== null) return hold(deps, op, reason, { play, present }, refusal)
  }
  await keep(deps, op, play, present)
  // The last send was refused, so nothing of it can show late, and it did not start a discount's time again.
  const ownSettleMs = isBusy ? null : (play.settleMs?.(op) ?? null)
  deps.foundSince.begin(op.seq, finding.kind)
  if (deps.foundSince.forMs(op.seq) >= (ownSettleMs ?? deps.settleMs)) {
    deps.foundSince.forget(op.seq)
    if (finding.kind === 'unsettled') return hold(deps, op, finding.reason, { play, present })
    if (ownSettleMs !== null && play.arrivedBySettle?.(op, present) === true)
      return confirm(deps, op, play, null, present)
    const reason = givenUp(deps, op, play, isBusy)
    if (reason === 'unconfirmed') return hold(deps, op, reason)
    if (reason !== null) return hold(deps, op, reason, { play, present }, refusal ?? undefined)
    await deps.commits.run((tx) => advanceIfStill(tx, op, 'retry', { at: now(deps) }))
    return NEXT
  }
  return { kind: 'rest', ms: deps.recheckMs }
}

/**
 * Why it is not sent again, or `null`. A busy marketplace says that it did not do it: the time decides, not the tries. What
 * may be sent only once is not sent again even then.
 */
function givenUp(
  { opFailures }: SendDeps,
  op: Op,
  play: Playbook<unknown>,
  isBusy: boolean,
): HeldReason | null {
  if (isBusy) return play.sends === 1 || opFailures.tooLong(op, 'busy') ? 'busy' : null
  if (op.attempts >= play.sends) return 'unconfirmed'
  return opFailures.tooLong(op, 'server_error') ? 'keeps_failing' : null
}

const UNREAD = ['gone', 'barred'] as const

/** Reads the op's order or item; a Step if that failed. */
async function look(deps: SendDeps, op: Op, play: Playbook<unknown>): Promise<Looked | Step> {
  const { commits, gate } = deps
  try {
    const present = await play.look(deps, op)
    deps.foundSince.forget(op.seq, UNREAD)
    return { present }
  } catch (error) {
    if (!(error instanceof PartnerError)) throw error
    if (gate.closedBy(error)) return GATED
    if (error.code === 'unauthorized') return forbid(deps, op, error, 'barred')
    if (error.code === 'not_found' && op.state !== 'sending') {
      // A replica may not have it yet, and a person could only answer "look again".
      deps.foundSince.begin(op.seq, 'gone')
      if (deps.foundSince.forMs(op.seq) >= deps.recheckMs) return holdGone(deps, op, play, error)
    }
    await commits.run((tx) => {
      noteError(tx, op.seq, error)
      if (isTransient(error.code)) deps.opFailures.note(tx, op, now(deps))
    })
    if (!isTransient(error.code) || op.state === 'sending' || !deps.opFailures.tooLong(op, error.code))
      return REST
    return hold(deps, op, 'cannot_look', 'unread', error)
  }
}

async function holdGone(deps: SendDeps, op: Op, play: Playbook<unknown>, error: PartnerError): Promise<Step> {
  const refused = op.state === 'unknown' && op.attempts === 1 && refusalOf(deps.db, op.seq) !== null
  // Sending a lost op again would not be safe if its order or item came back.
  const lost = op.state === 'unknown' && !refused && play.sends < Number.POSITIVE_INFINITY
  return hold(deps, op, lost ? 'unconfirmed' : 'not_found', 'unread', error)
}

function isLooked(result: Looked | Step): result is Looked {
  return 'present' in result
}

async function keep(deps: SendDeps, op: Op, play: Playbook<unknown>, present: unknown): Promise<void> {
  await deps.commits.run((tx) => play.keep(tx, deps, op, present, now(deps)))
  renewed(deps, op)
}

/** @param present a read that shows the effect; omitted when the answer to the send itself confirmed it */
async function confirm(
  deps: SendDeps,
  op: Op,
  play: Playbook<unknown>,
  serverRef: string | null,
  present?: unknown,
): Promise<Step> {
  const { commits } = deps
  await commits.run((tx) => {
    const at = now(deps)
    // Never sent, so its time may have been corrected while the marketplace was asked: it is then checked again (I11).
    if (op.state === 'ready' && findOp(tx, op.seq)?.body !== op.body) return
    if (present !== undefined) play.keep(tx, deps, op, present, at)
    const ref = serverRef === null ? {} : { serverRef }
    if (!advanceIfStill(tx, op, 'confirm', { at, ...ref, ...effectOf(deps, at, present) })) return
    play.confirmed(tx, deps, op, serverRef, at)
  })
  renewed(deps, op)
  deps.foundSince.forget(op.seq)
  deps.opFailures.forget(op)
  return NEXT
}

type Seen = { play: Playbook<unknown>; present: unknown }

/** @param seen `unread`: its order or item could not be read, so that a read may end it */
async function hold(
  deps: SendDeps,
  op: Op,
  heldReason: HeldReason,
  seen: Seen | 'unread' | null = null,
  error?: Refusal,
): Promise<Step> {
  const { commits } = deps
  await commits.run((tx) => {
    const at = now(deps)
    const change: OpChange = { at, heldReason }
    if (error !== undefined) Object.assign(change, { errorCode: error.code, errorStatus: error.status })
    if (seen === null || seen === 'unread') {
      const unread = seen === null ? {} : { unread: true }
      change.finding = JSON.stringify({ changes: notedChanges(tx, op.seq), ...unread, at })
    } else {
      // Compared with the last stored copy, before the new one takes its place.
      const finding = describeHold(tx, op, seen.present, at)
      if (finding !== null) change.finding = JSON.stringify(finding)
      seen.play.keep(tx, deps, op, seen.present, at)
    }
    if (advanceIfStill(tx, op, 'hold', change)) notifyHeld(tx, deps, op, heldReason, at)
  })
  if (seen !== null && seen !== 'unread') renewed(deps, op)
  deps.foundSince.forget(op.seq)
  deps.opFailures.forget(op)
  return NEXT
}

/** Part of its row is damaged: nobody knows what that said, so nothing is sent or looked for before a person asks. */
async function holdUnreadable(deps: SendDeps, op: Op): Promise<Step> {
  await deps.commits.run((tx) => {
    const at = now(deps)
    const finding = JSON.stringify({ changes: notedChanges(tx, op.seq), at })
    // Read again: another part may have become so meanwhile, or a person was faster.
    const present = findOp(tx, op.seq)
    if (present?.state !== op.state || present.unreadable.length === 0) return
    const note = takeOutUnreadable(tx, present)
    const whole = findOp(tx, op.seq) ?? present
    advanceIfStill(tx, whole, 'hold', { at, heldReason: 'unreadable', finding, note })
  })
  return NEXT
}

/** The order is not the reason, so it is not explained; a person decides on the time. */
async function holdForClock(deps: SendDeps, op: Op, seen: Seen, clockOffsetMs: number): Promise<Step> {
  await deps.commits.run((tx) => {
    const at = now(deps)
    const finding = JSON.stringify({ changes: notedChanges(tx, op.seq), at })
    seen.play.keep(tx, deps, op, seen.present, at)
    // Its time may have been corrected while the marketplace was asked: it is then checked again.
    if (findOp(tx, op.seq)?.body !== op.body) return
    advanceIfStill(tx, op, 'hold', { at, heldReason: 'clock_wrong', clockOffsetMs, finding })
  })
  renewed(deps, op)
  return NEXT
}

function renewed(deps: SendDeps, op: Op): void {
  if (op.orderId !== null) deps.freshness.renewed(op.orderId)
}

function now(deps: SendDeps): string {
  return new Date(deps.clock.wallMs()).toISOString()
}
