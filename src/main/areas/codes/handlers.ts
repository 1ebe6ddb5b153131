import type { codeCalls } from '../../../shared/contract/codes'
import type { HandlersOf } from '../../bridge/handle'
import type { Parts } from '../parts'
import { correctCode } from './correct-code'
import { teachFromFile } from './teach-from-file'
import { codesOfItem, forgetCode, teachCode } from './teach-code'

export function codeHandlers({ account, preferences }: Parts): HandlersOf<typeof codeCalls> {
  return {
    'codes:teach': (request) => teachCode(account(), preferences.read().carriers.list, request),
    'codes:from-file': (request) => teachFromFile(account(), request),
    'codes:of-item': ({ itemNumber }) => codesOfItem(account(), itemNumber),
    'codes:forget': (request) => forgetCode(account(), request),
    'codes:correct': (request) => correctCode(account(), preferences.read().carriers.list, request),
  }
}
