import type { labelCalls } from '../../../shared/contract/labels'
import type { HandlersOf } from '../../bridge/handle'
import type { Parts } from '../parts'
import { labelsOfOrder, listLabels } from './find-labels'
import { printLabel } from './print-label'

export function labelHandlers({ account, host, labels, preferences }: Parts): HandlersOf<typeof labelCalls> {
  return {
    'labels:list': () => listLabels(account().db, labels, preferences.read().labelFolder.path),
    'labels:of-order': ({ orderId }) =>
      labelsOfOrder(account().db, labels, preferences.read().carriers.list, orderId),
    'labels:print': (request) =>
      printLabel(
        account(),
        { folder: labels, printing: host.printing, preferences: preferences.read() },
        request,
      ),
  }
}
