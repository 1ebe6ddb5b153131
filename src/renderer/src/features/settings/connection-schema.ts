import { z } from 'zod'
import { settingsCalls } from '../../../../shared/contract/settings'
import { addressProblem } from '../../../../shared/domain/station/web-address'
import { text } from '../../forms/typed'

const { baseUrl, accessToken } = settingsCalls['settings:connect'].request.shape

/**
 * Where the orders come from, as it is typed.
 * @param keptAt the address whose token stays if none is typed, as a token belongs to its marketplace; `null` for none
 */
export const connectionSchema = (keptAt: string | null) =>
  z
    .object({
      baseUrl: text
        .superRefine((address, context) => {
          const problem = addressProblem(address)
          if (problem !== null) context.addIssue(problem)
        })
        .pipe(baseUrl),
      accessToken,
    })
    .refine((typed) => typed.accessToken !== '' || typed.baseUrl === keptAt, {
      path: ['accessToken'],
      message: 'missing',
      // Also where the address is wrong, so that both are marked at once.
      when: () => true,
    })
