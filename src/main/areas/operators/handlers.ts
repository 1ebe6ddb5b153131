import type { Contract } from '../../../shared/contract/contract'
import type { operatorCalls } from '../../../shared/contract/operators'
import type { HandlersOf } from '../../bridge/handle'
import { lend } from '../../bridge/guard'
import type { Parts } from '../parts'

export function operatorHandlers({
  operators,
  doorkeeper,
  signInView,
  personChanged,
}: Parts): HandlersOf<typeof operatorCalls & Pick<Contract, 'operators:lend'>> {
  return {
    'operators:sign-in': async (request) => {
      await operators.signIn(request)
      personChanged()
      return signInView()
    },
    'operators:sign-out': () => {
      operators.signOut()
      personChanged()
      return signInView()
    },
    'operators:lock': () => {
      operators.lock()
      personChanged()
      return signInView()
    },
    // The guard has noted it.
    'operators:active': () => null,
    'operators:lend': (request) => lend(doorkeeper, request),
    'operators:list': () => operators.list(),
    'operators:save': async (request) => {
      await operators.save(request)
      operators.refresh()
      personChanged()
      return operators.list()
    },
  }
}
