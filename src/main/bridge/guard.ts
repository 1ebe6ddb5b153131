import type { RequestChannel } from '../../shared/contract/channels'
import type { ParsedRequestOf } from '../../shared/contract/requests'
import type { Handlers } from './handle'

/** Who may ask now; each throws the refusal. */
export type Doorkeeper = {
  /** Nothing is recorded while the station is locked or waits for somebody to sign in. */
  refuseBarred(): void
  refuseUnlessManaging(): void
}

type Need = 'operator' | 'supervisor' | null
type Needs = { [C in RequestChannel]?: Need | ((request: ParsedRequestOf<C>) => Need) }

/** What is in nobody's name needs nobody: looking, syncing, signing in, reporting what was scanned. */
const NEEDS: Needs = {
  'shipment:pack': 'operator',
  'shipment:move': 'operator',
  'handover:scan': 'operator',
  'handover:remove': 'operator',
  'handover:commit': 'operator',
  'order:cancel': 'operator',
  'order:refund': 'operator',
  'order:hold': 'operator',
  'bench:take': 'operator',
  'lan:passphrase': 'supervisor',
  'outbox:answer': 'operator',
  'outbox:adopt': 'operator',
  'outbox:correct': 'operator',
  'outbox:import': 'operator',
  'item:create': 'operator',
  'item:update': 'operator',
  'item:delist': 'operator',
  'notices:acknowledge': 'operator',
  'clock:confirm': 'operator',
  'backups:restore': 'supervisor',
  'station:leave': ({ how }) => (how === 'reset' ? 'supervisor' : null),
  'settings:save': 'supervisor',
  'settings:connect': 'supervisor',
  'settings:train': 'supervisor',
  // What a packer hears and reads is nobody else's business.
  'preferences:save': (part) =>
    Object.keys(part).every((section) => section === 'sound' || section === 'language') ? null : 'supervisor',
  'print:document': ({ document }) => (document.kind === 'badges' ? 'supervisor' : null),
  'operators:list': 'supervisor',
  'operators:save': 'supervisor',
}

/** The same handlers, which refuse what nobody may ask now before anything is done. */
export function guarded(handlers: Handlers, doorkeeper: Doorkeeper): Handlers {
  const guard = <C extends RequestChannel>(channel: C): Handlers[C] => {
    const handler = handlers[channel]
    const needs = NEEDS[channel]
    if (needs === undefined) return handler
    return (async (request: ParsedRequestOf<C>) => {
      const need = typeof needs === 'function' ? needs(request) : needs
      if (need !== null) doorkeeper.refuseBarred()
      if (need === 'supervisor') doorkeeper.refuseUnlessManaging()
      return handler(request)
    }) as Handlers[C]
  }
  const channels = Object.keys(handlers) as RequestChannel[]
  return Object.fromEntries(channels.map((channel) => [channel, guard(channel)])) as Handlers
}
