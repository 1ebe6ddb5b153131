import type { accountCalls } from '../../../shared/contract/accounts'
import type { HandlersOf } from '../../bridge/handle'
import type { Parts } from '../parts'
import { switchAccount } from './switch-account'

export function accountHandlers(parts: Parts): HandlersOf<typeof accountCalls> {
  return {
    'accounts:list': () => parts.accounts.view(),
    'accounts:switch': (request) => switchAccount(parts, request),
    'accounts:save': (request) => parts.accounts.save(request),
  }
}
