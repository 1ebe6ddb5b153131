import { JetStreamApiError } from '@nats-io/jetstream'
import { errors } from '@nats-io/transport-node'
import { describe, expect, it } from 'vitest'
import { HubSilent, isSilence } from '../../../../../../src/main/warehouse/nats/server/silence'

/** The client's own errors, because their names are all that the product looks at. */
const apiError = (code: number, errorCode: number) =>
  new JetStreamApiError({ code, err_code: errorCode, description: '' })

describe('a hub that does not answer', () => {
  it.each<[string, unknown]>([
    ['ends the connection', new errors.ClosedConnectionError()],
    ['ends it while the station quits', new errors.DrainingConnectionError()],
    ['is not reached', new errors.ConnectionError('refused')],
    ['has no JetStream', new errors.NoRespondersError('journal')],
    ['had no time', new errors.TimeoutError()],
    ['gave up a request', new errors.RequestError('no answer')],
    ['has lost two of three servers', apiError(503, 10_008)],
    ['sends nothing more', new HubSilent('nothing is heard')],
  ])('%s', (_, error) => expect(isSilence(error)).toBe(true))

  it.each<[string, unknown]>([
    ['a refusal', apiError(400, 10_071)],
    ['what is missing there', apiError(404, 10_059)],
    ['a user without the right', new errors.PermissionViolationError('denied', 'publish', 'journal')],
    ['an error of the station itself', new Error('database is locked')],
    ['no error', undefined],
  ])('is another thing than %s', (_, error) => expect(isSilence(error)).toBe(false))
})
