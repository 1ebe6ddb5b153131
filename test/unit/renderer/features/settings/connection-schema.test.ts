import { describe, expect, it } from 'vitest'
import '../../../../../src/renderer/src/forms/set-up-zod'
import { connectionSchema } from '../../../../../src/renderer/src/features/settings/connection-schema'

const HERE = 'https://api.example.com'
const problemsOf = (baseUrl: string, accessToken: string, keptAt: string | null = null) =>
  Object.fromEntries(
    connectionSchema(keptAt)
      .safeParse({ baseUrl, accessToken })
      .error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [],
  )

describe('the connection as it is typed', () => {
  it('is sent without the spaces around it', () => {
    const typed = { baseUrl: ` ${HERE} `, accessToken: ' secret ' }
    expect(connectionSchema(null).parse(typed)).toEqual({ baseUrl: HERE, accessToken: 'secret' })
  })

  it.each([
    ['', { baseUrl: 'invalid' }],
    ['api.example.com', { baseUrl: 'invalid' }],
    ['https://me:pass@api.example.com', { baseUrl: 'invalid' }],
    ['http://api.example.com', { baseUrl: 'insecure' }],
    ['http://localhost:4000', {}],
    ['https://a:99999', { baseUrl: 'not_url' }],
  ])('takes %j for an address: %j', (baseUrl, problems) => {
    expect(problemsOf(baseUrl, 'secret')).toEqual(problems)
  })

  it('keeps the token of an address while that stays', () => {
    expect(problemsOf(` ${HERE} `, ' ', HERE)).toEqual({})
    expect(problemsOf('https://other.example.com', '', HERE)).toEqual({ accessToken: 'missing' })
    expect(problemsOf(HERE, '')).toEqual({ accessToken: 'missing' })
  })

  it('marks a wrong address and a missing token at once', () => {
    expect(problemsOf('nowhere', '')).toEqual({ baseUrl: 'invalid', accessToken: 'missing' })
  })
})
