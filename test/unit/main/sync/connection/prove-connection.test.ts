import { expect, it } from 'vitest'
import {
  BusyError,
  RateLimitedError,
  ServerError,
  UnauthorizedError,
  UnclearError,
  UnexpectedAnswerError,
  UnreachableError,
  type PartnerError,
} from '../../../../../src/main/partner/errors'
import { proveConnection } from '../../../../../src/main/sync/connection/prove-connection'

const proof = (error: PartnerError) => proveConnection({ listOrders: () => Promise.reject(error) })

it.each([
  ['unauthorized', new UnauthorizedError('', { status: 401 })],
  ['unreachable', new UnreachableError('')],
  ['unreachable', new UnclearError('')],
  ['unreachable', new ServerError('', { status: 503 })],
  ['unreachable', new BusyError('', { status: 423 })],
  ['not_marketplace', new UnexpectedAnswerError('', { status: 200 })],
])('says %s of an address and a token, not another thing: %o', async (code, error) => {
  await expect(proof(error)).rejects.toMatchObject({ code })
})

it('takes a marketplace that asks to wait for one', async () => {
  await expect(proof(new RateLimitedError('', { status: 429 }))).resolves.toBeUndefined()
})
