import { StationError } from '../../base/station-error'
import { isSilence } from '../nats/server/silence'

/** What a person asks of the hub. @throws StationError `hub_away` when it stops answering in the middle */
export async function askHub<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (isSilence(error)) throw new StationError('hub_away', 'the hub does not answer')
    throw error
  }
}
