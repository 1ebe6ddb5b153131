import type { boxCalls } from '../../../shared/contract/boxes'
import type { HandlersOf } from '../../bridge/handle'
import type { Parts } from '../parts'
import { oneBoxOf } from './one-box'

export function boxHandlers({ account }: Parts): HandlersOf<typeof boxCalls> {
  return {
    'boxes:of-order': ({ orderId }) => oneBoxOf(account(), orderId),
  }
}
