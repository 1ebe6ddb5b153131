import type { truckCalls } from '../../../shared/contract/trucks'
import type { HandlersOf } from '../../bridge/handle'
import type { Parts } from '../parts'
import { readMissedTrucks, readTrucks } from './read-trucks'

export function truckHandlers({ account, preferences }: Parts): HandlersOf<typeof truckCalls> {
  const carriers = () => preferences.read().carriers.list
  return {
    'trucks:next': () => readTrucks(account(), carriers()),
    'trucks:missed': ({ days }) => readMissedTrucks(account(), carriers(), days),
  }
}
