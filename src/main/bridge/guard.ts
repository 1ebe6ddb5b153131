import type { RequestChannel } from '../../shared/contract/channels'
import type { AnyCall, Need } from '../../shared/contract/call'
import { CONTRACT } from '../../shared/contract/contract'
import type { LentView } from '../../shared/contract/operators'
import type { ParsedRequestOf } from '../../shared/contract/requests'
import { mayBeLent, mayDo, type Act } from '../../shared/domain/operators/permissions'
import type { Approvals } from './approvals'
import { noteLender } from './delegated-approval'
import type { Operators } from '../areas/operators/operators'
import { StationError } from '../base/station-error'
import type { StampedHandlers } from './handle'

/** Who may make calls now. */
export type Doorkeeper = {
  operators: Pick<Operators, 'refuseBarred' | 'mayDo' | 'noteActive' | 'signedIn' | 'approve'>
  approvals: Pick<Approvals, 'take' | 'grant'>
  /** The program has the whole screen: only a supervisor ends it. */
  kiosk: boolean
  /** Whether packers may switch accounts at this PC. */
  packersSwitch: () => boolean
  /** Whether packers may teach codes. */
  packersTeach: () => boolean
  /** There are no operators yet, and there may be some at the hub that could not be read. */
  waitsForOperators: () => boolean
}

/**
 * The same handlers, which first refuse calls that nobody may make now.
 * Codes: `sign_in_needed`, `station_locked`; `operators_unknown` for what no packer may do; `supervisor_needed`, with
 * `lend: possible` in its fields if a supervisor can allow this one request at the packer's screen.
 */
export function guarded(handlers: StampedHandlers, doorkeeper: Doorkeeper): StampedHandlers {
  const guard = <C extends RequestChannel>(channel: C): StampedHandlers[C] => {
    const handler = handlers[channel]
    return (async (request: ParsedRequestOf<C>) => {
      admit(doorkeeper, channel, request)
      return handler(request)
    }) as StampedHandlers[C]
  }
  const channels = Object.keys(handlers) as RequestChannel[]
  return Object.fromEntries(channels.map((channel) => [channel, guard(channel)])) as StampedHandlers
}

/** Windows read by themselves; every other call shows that somebody is present. */
const showsSomebody = (need: Act): boolean => need !== 'look'

/** What brings a new station to its hub. It cannot make itself a supervisor with these. */
const SETS_UP: ReadonlySet<Act> = new Set(['connect', 'settings'])

function admit<C extends RequestChannel>(
  { operators, approvals, ...rules }: Doorkeeper,
  channel: C,
  request: ParsedRequestOf<C>,
): void {
  const need = needOf(channel, request, rules)
  if (need === 'anyone') return
  operators.refuseBarred()
  if (showsSomebody(need)) operators.noteActive()
  if (!mayDo('packer', need) && !SETS_UP.has(need) && rules.waitsForOperators())
    throw new StationError('operators_unknown', `${need} waits for the operators of the hub`)
  if (operators.mayDo(need)) return
  const lendable = mayBeLent(need)
  const supervisor = lendable ? approvals.take(channel, request) : null
  if (supervisor === null)
    throw new StationError('supervisor_needed', `${need} needs a supervisor`, {
      act: need,
      ...(lendable ? { lend: 'possible' } : {}),
    })
  noteLender(supervisor)
}

/** @param request as this channel's schema parsed it */
function needOf(
  channel: RequestChannel,
  request: unknown,
  { kiosk, packersSwitch, packersTeach }: Pick<Doorkeeper, 'kiosk' | 'packersSwitch' | 'packersTeach'>,
): Need {
  const { needs }: AnyCall = CONTRACT[channel]
  const need = typeof needs === 'function' ? needs(request as never) : needs
  if (kiosk && need === 'quit') return 'leave_kiosk'
  if (need === 'teach' && packersTeach()) return 'teach_where_allowed'
  return need === 'switch_account' && packersSwitch() ? 'switch_where_allowed' : need
}

/**
 * Lets a supervisor allow one call with exactly this request; the window then repeats it.
 * @throws StationError `invalid_request`, `not_lendable`, `not_supervisor`, `badge_unknown`, `pin_wrong`,
 * `too_many_tries`; `sign_in_needed` or `station_locked` if the packer has left meanwhile
 */
export async function lend(
  { operators, approvals, ...rules }: Doorkeeper,
  { channel, request, by }: ParsedRequestOf<'operators:lend'>,
): Promise<LentView> {
  const parsed = CONTRACT[channel].request.safeParse(request)
  if (!parsed.success) throw new StationError('invalid_request', `${channel}: the request does not parse`)
  const need = needOf(channel, parsed.data, rules)
  if (need === 'anyone' || !mayBeLent(need))
    throw new StationError('not_lendable', `${channel} cannot be allowed once`)
  const borrower = operators.signedIn()?.operatorId
  const supervisor = await operators.approve(by)
  operators.refuseBarred()
  if (operators.signedIn()?.operatorId !== borrower)
    throw new StationError('sign_in_needed', 'somebody else has signed in meanwhile')
  return approvals.grant(channel, parsed.data, supervisor.name)
}
