import type { labelCalls } from '../../../shared/contract/labels'
import type { HandlersOf } from '../../bridge/handle'
import type { Parts } from '../parts'
import { labelsOfOrder, listLabels } from './find-labels'
import { giveNumbers, givenByFile, previewNumbers, takeBackNumbers } from './give-numbers'
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
    'labels:preview-numbers': (request) =>
      previewNumbers(account(), preferences.read().carriers.list, request),
    'labels:give-numbers': (request) => giveNumbers(account(), preferences.read().carriers.list, request),
    'labels:given-numbers': () => givenByFile(account().db),
    'labels:take-back-numbers': (request) => takeBackNumbers(account(), request),
  }
}
