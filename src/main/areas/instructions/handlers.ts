import type { instructionCalls } from '../../../shared/contract/instructions'
import type { HandlersOf } from '../../bridge/handle'
import { StationError } from '../../base/station-error'
import { findItem } from '../../store/tables/items'
import type { Parts } from '../parts'

export function instructionHandlers({ account, instructions }: Parts): HandlersOf<typeof instructionCalls> {
  return {
    'instructions:read': () => instructions.read(),
    'instructions:picture': ({ name }) => ({ picture: instructions.readPicture(name) }),
    'instructions:of-item': ({ itemNumber }) => {
      const item = findItem(account().db, itemNumber)
      if (item === null) throw new StationError('item_not_found', `no item ${itemNumber}`)
      return instructions.instructionsOf({
        ...{ itemNumber, externalId: item.external_id ?? null, mpn: item.mpn ?? null },
        quality: item.quality ?? null,
      })
    },
    'instructions:list': ({ search }) => instructions.list(search),
    'instructions:write': (request) => instructions.write(request),
    'instructions:remove': (request) => instructions.remove(request),
  }
}
