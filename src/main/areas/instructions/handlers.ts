import type { instructionCalls } from '../../../shared/contract/instructions'
import type { HandlersOf } from '../../bridge/handle'
import type { Parts } from '../parts'

export function instructionHandlers({ instructions }: Parts): HandlersOf<typeof instructionCalls> {
  return {
    'instructions:read': () => instructions.read(),
    'instructions:picture': ({ name }) => ({ picture: instructions.readPicture(name) }),
  }
}
