import type { HeldReason } from '../../shared/domain/operation'
import type { Clock } from '../clock'
import type { PartnerClient } from '../partner/client'
import { PartnerError } from '../partner/errors'
import type { BuyerSeal } from '../store/buyer-seal'
import type { Database } from '../store/database'
import type { GroupCommit } from '../store/group-commit'
import { advance, findOp, type Op, type OpChange } from '../store/outbox'
import { keepBaseline, noteError, refundAttempt } from '../store/op-notes'
import { describeHold } from './describe-hold'
import type { Freshness } from './freshness'
import type { Gate } from './gate'
import { notedNews } from './order-news'
import type { Finding, Playbook, Playbooks } from './playbook'

export type SendDeps = {
  db: Database
  client: PartnerClient
  gate: Gate
  clock: Clock
  seal: BuyerSeal
  freshness: Freshness
  commits: GroupCommit
  /** People must be told of something, once what raised it is durable. */
  onNotice: () => void
  playbooks: Playbooks
  /** How long an op of unknown outcome may still turn up on the server. Default 120 s. */
  settleMs: number
  /** How long to wait between two looks at an op of unknown outcome. Default 30 s. */
  recheckMs: number
  /** When an op was first found absent, in monotonic milliseconds by `seq`; kept while the process lives. */
  absentSince: Map<number, number>
}

/**
 * What working on an op came to: `settled` (go on with the lane), `gated` (it waits for the account's gate), or rest the
 * lane for a while.
 */
export type Step = { kind: 'settled' } | { kind: 'gated' } | { kind: 'rest'; ms: number | null }

const SETTLED: Step = { kind: 'settled' }
const GATED: Step = { kind: 'gated' }
/** `null`: the lane's own backoff. */
const REST: Step = { kind: 'rest', ms: null }

/** Works on the head of a lane once. Never throws a PartnerError; other errors are defects or the database's. */
export async function workOn(deps: SendDeps, op: Op): Promise<Step> {
  const play = deps.playbooks[op.kind] as Playbook<unknown> | undefined
  // Written by a version that knows more kinds than this one.
  if (play === undefined) return hold(deps, op, 'unreadable')
  if (op.state === 'unknown') return readBack(deps, op, play)
  if (op.state === 'sending') {
    // Its outcome could not be written down, so nobody knows it any more.
    await deps.commits.run(() => advance(deps.db, op, 'lose', { at: now(deps) }))
    return readBack(deps, { ...op, state: 'unknown' }, play)
  }
  return sendFirst(deps, op, play)
}

type Looked = { present: unknown }

/** Looks, judges, and sends what is not there; the claim and what was read are one commit. */
async function sendFirst(deps: SendDeps, op: Op, play: Playbook<unknown>): Promise<Step> {
  if (!play.readable(op)) return hold(deps, op, 'unreadable')
  const looked = await look(deps, op, play)
  if (!isLooked(looked)) return looked
  const { present } = looked
  const finding = play.judge(deps, op, present)
  if (finding.kind === 'arrived') return confirm(deps, op, play, finding.serverRef, present)
  const reason = reasonAgainst(deps, op, play, present, finding)
  if (reason !== null) return hold(deps, op, reason, { play, present })
  const claimed = await deps.commits.run(() => {
    const at = now(deps)
    play.keep(deps, op, present, at)
    const ids = play.baseline(present)
    if (ids !== null) keepBaseline(deps.db, op.seq, ids)
    // Read again: its times may have been corrected while the marketplace was asked.
    return advance(deps.db, op, 'claim', { at }) ? findOp(deps.db, op.seq) : null
  })
  renewed(deps, op)
  return claimed === null ? SETTLED : send(deps, claimed, play, present)
}

/** What speaks against sending. Two that look like it come first: a person must know of them. */
function reasonAgainst(
  deps: SendDeps,
  op: Op,
  play: Playbook<unknown>,
  present: unknown,
  finding: Finding,
): HeldReason | null {
  if (finding.kind === 'stuck' && finding.reason === 'duplicate') return 'duplicate'
  return play.against(deps, op, present) ?? (finding.kind === 'stuck' ? finding.reason : null)
}

/** Writes to the socket, and settles the op by the outcome. */
async function send(deps: SendDeps, op: Op, play: Playbook<unknown>, present: unknown): Promise<Step> {
  let serverRef: string | null
  try {
    serverRef = await play.send(deps, op, present)
  } catch (error) {
    if (!(error instanceof PartnerError)) throw error
    return settleFailure(deps, op, play, error)
  }
  deps.gate.succeeded()
  return confirm(deps, op, play, serverRef)
}

async function settleFailure(
  deps: SendDeps,
  op: Op,
  play: Playbook<unknown>,
  error: PartnerError,
): Promise<Step> {
  const { commits, db, gate } = deps
  const change = { at: now(deps), errorCode: error.code, errorStatus: error.status }
  switch (error.code) {
    case 'unreachable':
    case 'unauthorized':
    case 'rate_limited':
      await commits.run(() => {
        advance(db, op, 'postpone', change)
        refundAttempt(db, op.seq)
      })
      gate.failed(error)
      return GATED
    case 'not_found':
    case 'unprocessable':
    case 'invalid_request':
      return afterRefusal(deps, op, play, error)
    case 'unclear':
    case 'server_error':
    case 'unexpected_answer':
    case 'too_large':
      await commits.run(() => advance(db, op, 'lose', change))
      return readBack(deps, { ...op, state: 'unknown' }, play)
  }
}

/** The marketplace said no; an earlier try may have gone through, so the truth is read before a person is asked. */
async function afterRefusal(
  deps: SendDeps,
  op: Op,
  play: Playbook<unknown>,
  error: PartnerError,
): Promise<Step> {
  const refused: HeldReason = error.code === 'not_found' ? 'not_found' : 'refused'
  const looked = await look(deps, op, play)
  if (isLooked(looked)) {
    const { present } = looked
    const finding = play.judge(deps, op, present)
    if (finding.kind === 'arrived') return confirm(deps, op, play, finding.serverRef, present)
    const reason = reasonAgainst(deps, op, play, present, finding) ?? refused
    return hold(deps, op, reason, { play, present }, error)
  }
  if (op.attempts === 1) return hold(deps, op, refused, null, error)
  // Without reading back nobody can say whether an earlier try went through.
  await deps.commits.run(() =>
    advance(deps.db, op, 'lose', { at: now(deps), errorCode: error.code, errorStatus: error.status }),
  )
  return REST
}

/**
 * Reads back what became of an op nobody knows the outcome of. One that is found absent all through the settle window,
 * at two looks or more, is sent again with the same bytes as often as its playbook allows (I6).
 */
async function readBack(deps: SendDeps, op: Op, play: Playbook<unknown>): Promise<Step> {
  if (!play.readable(op)) return hold(deps, op, 'unreadable')
  const { absentSince, clock } = deps
  const looked = await look(deps, op, play)
  if (!isLooked(looked)) return looked
  const { present } = looked
  const finding = play.judge(deps, op, present)
  if (finding.kind === 'arrived') return confirm(deps, op, play, finding.serverRef, present)
  if (finding.kind === 'stuck') return hold(deps, op, finding.reason, { play, present })
  await keep(deps, op, play, present)
  const since = absentSince.get(op.seq)
  if (since === undefined) absentSince.set(op.seq, clock.monotonicMs())
  else if (clock.monotonicMs() - since >= deps.settleMs) {
    absentSince.delete(op.seq)
    if (op.attempts >= play.sends) return hold(deps, op, 'unconfirmed')
    await deps.commits.run(() => advance(deps.db, op, 'retry', { at: now(deps) }))
    return SETTLED
  }
  return { kind: 'rest', ms: deps.recheckMs }
}

/** Reads what the op is about; a Step when that could not be done. */
async function look(deps: SendDeps, op: Op, play: Playbook<unknown>): Promise<Looked | Step> {
  const { commits, db, gate } = deps
  try {
    const present = await play.look(deps, op)
    gate.succeeded()
    return { present }
  } catch (error) {
    if (!(error instanceof PartnerError)) throw error
    gate.failed(error)
    if (!gate.allows() || error.tokenReplaced) return GATED
    if (error.code === 'not_found' && op.state !== 'sending') {
      // Sending a lost one again would not be safe, should what it is about come back.
      const lost = op.state === 'unknown' && play.sends < Number.POSITIVE_INFINITY
      return hold(deps, op, lost ? 'unconfirmed' : 'not_found', null, error)
    }
    await commits.run(() => noteError(db, op.seq, error))
    return REST
  }
}

function isLooked(result: Looked | Step): result is Looked {
  return 'present' in result
}

async function keep(deps: SendDeps, op: Op, play: Playbook<unknown>, present: unknown): Promise<void> {
  await deps.commits.run(() => play.keep(deps, op, present, now(deps)))
  renewed(deps, op)
}

/** @param present what was read and shows it; nothing when the answer to the send itself said so */
async function confirm(
  deps: SendDeps,
  op: Op,
  play: Playbook<unknown>,
  serverRef: string | null,
  present?: unknown,
): Promise<Step> {
  const { commits, db } = deps
  await commits.run(() => {
    const at = now(deps)
    // Never sent, so its time may have been corrected while the marketplace was asked: it is judged anew then (I11).
    if (op.state === 'ready' && findOp(db, op.seq)?.body !== op.body) return
    if (present !== undefined) play.keep(deps, op, present, at)
    if (!advance(db, op, 'confirm', { at, ...(serverRef === null ? {} : { serverRef }) })) return
    play.confirmed(deps, op, serverRef, at)
  })
  renewed(deps, op)
  deps.absentSince.delete(op.seq)
  return SETTLED
}

type Seen = { play: Playbook<unknown>; present: unknown }

async function hold(
  deps: SendDeps,
  op: Op,
  heldReason: HeldReason,
  seen: Seen | null = null,
  error?: PartnerError,
): Promise<Step> {
  const { commits, db } = deps
  await commits.run(() => {
    const at = now(deps)
    const change: OpChange = { at, heldReason }
    if (error !== undefined) Object.assign(change, { errorCode: error.code, errorStatus: error.status })
    if (seen === null) change.finding = JSON.stringify({ changes: notedNews(db, op.seq), at })
    else {
      // Compared with the copy that was kept last, before the new one takes its place.
      const finding = describeHold(db, op, seen.present, at)
      if (finding !== null) change.finding = JSON.stringify(finding)
      seen.play.keep(deps, op, seen.present, at)
    }
    advance(db, op, 'hold', change)
  })
  if (seen !== null) renewed(deps, op)
  deps.absentSince.delete(op.seq)
  return SETTLED
}

function renewed(deps: SendDeps, op: Op): void {
  if (op.orderId !== null) deps.freshness.renewed(op.orderId)
}

function now(deps: SendDeps): string {
  return new Date(deps.clock.wallMs()).toISOString()
}
