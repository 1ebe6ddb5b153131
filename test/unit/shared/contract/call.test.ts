import { expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import type { ValueOf } from '../../../../src/shared/contract/bridge'
import { call, typed } from '../../../../src/shared/contract/call'
import type { ParsedRequestOf, RequestOf } from '../../../../src/shared/contract/requests'
import type { OrderView } from '../../../../src/shared/contract/views'

/** Most of this is checked by `npm run lint`: an expected error that does not occur fails the compilation. */

const request = z.strictObject({ orderId: z.int() })
const whole = { request, value: typed<null>(), errors: [], needs: 'look', records: 'nothing' } as const

it('takes a call that has every part', () => {
  expect(call(whole)).toBe(whole)
})

it('does not compile without a part', () => {
  const { request, value, errors, needs, records } = whole
  expect([
    // @ts-expect-error a call without a policy
    call({ request, value, errors, records }),
    // @ts-expect-error a call that does not say what it records
    call({ request, value, errors, needs }),
    // @ts-expect-error a call that does not name its error codes
    call({ request, value, needs, records }),
    // @ts-expect-error a call without a value
    call({ request, errors, needs, records }),
    // @ts-expect-error a call that parses nothing
    call({ value, errors, needs, records }),
  ]).toHaveLength(5)
})

it('does not compile with a policy, evidence kind or error code that does not exist', () => {
  expect([
    // @ts-expect-error nothing in the table of permissions
    call({ ...whole, needs: 'everybody' }),
    // @ts-expect-error no kind of evidence
    call({ ...whole, records: { kind: 'gossip' } }),
    // @ts-expect-error no error code
    call({ ...whole, errors: ['out_of_coffee'] }),
    // @ts-expect-error any call may answer it, so that no call names it
    call({ ...whole, errors: ['internal'] }),
  ]).toHaveLength(4)
})

it('gives policy and evidence the types of the request and the value', () => {
  const leave = call({
    request: z.strictObject({ pages: z.string().transform(Number) }),
    value: typed<{ path: string }>(),
    errors: [],
    needs: ({ pages }) => {
      expectTypeOf(pages).toEqualTypeOf<number>()
      return pages > 10 ? 'export_evidence' : 'look'
    },
    records: {
      kind: 'export',
      asked: ({ pages }) => ({ pages }),
      done: ({ path }) => {
        expectTypeOf(path).toEqualTypeOf<string>()
        return { path }
      },
    },
  })
  const needOf = (pages: number) => (typeof leave.needs === 'function' ? leave.needs({ pages }) : leave.needs)
  expect([needOf(11), needOf(1)]).toEqual(['export_evidence', 'look'])
})

it('gives the window what it sends, main what was parsed, and both the value', () => {
  expectTypeOf<RequestOf<'settings:train'>>().toEqualTypeOf<{ exportOps?: boolean | undefined }>()
  expectTypeOf<ParsedRequestOf<'settings:train'>>().toEqualTypeOf<{ exportOps: boolean }>()
  expectTypeOf<ValueOf['orders:hold']>().toEqualTypeOf<OrderView>()
  expectTypeOf<ValueOf['station:acknowledge']>().toEqualTypeOf<null>()
})
