import type { TFunction } from 'i18next'
import type { PutAnswer, SlotView } from '../../../../shared/contract/put-wall'
import type { ItemLook } from '../../../../shared/contract/views'
import type { PageAnswer } from '../../../../shared/domain/scanning/scan-answer'
import type { ScanFeedback } from '../../scan/scan-feedback'

/** What the scan of an item is answered at the put wall; the code of a slot that can be packed opens its order instead. */
export function toldAtWall(
  t: TFunction,
  code: string,
  answer: Exclude<PutAnswer, { kind: 'slot' | 'order' }>,
): ScanFeedback {
  const told = (kind: PageAnswer, words: [string, string], orderId: number | null = null): ScanFeedback => ({
    ...{ kind: 'told', code, answer: kind, orderId },
    ...{ title: words[0], hint: words[1] },
  })
  switch (answer.kind) {
    case 'in':
    case 'complete': {
      const { slot, missing: count, orderId } = answer.slot
      const item = nameOf(t, answer.item)
      return answer.kind === 'in'
        ? told('put_in', [t('putWall.in', { slot }), t('putWall.inHint', { item, count })], orderId)
        : told(
            'put_complete',
            [t('putWall.complete', { slot }), t('putWall.completeHint', { item })],
            orderId,
          )
    }
    case 'stopped':
      return toldStopped(t, code, answer.slot)
    case 'empty':
      return told('put_empty', [t('putWall.empty', { slot: answer.number }), t('putWall.emptyHint')])
    case 'spare':
      return told('put_spare', [t('putWall.spare', { item: nameOf(t, answer.item) }), t('putWall.spareHint')])
    case 'elsewhere': {
      const { orderId, slot, station } = answer.in
      const title = t('putWall.elsewhere', { item: nameOf(t, answer.item) })
      return told('put_spare', [title, t('putWall.elsewhereHint', { orderId, slot, station })], orderId)
    }
    case 'full': {
      const item = nameOf(t, answer.item)
      return told('put_full', [t('putWall.full'), t('putWall.fullHint', { item })], answer.orderId)
    }
    case 'several':
      return told('put_several', [t('putWall.several'), t('putWall.severalHint')])
    case 'unknown':
      return told('put_unknown', [t('putWall.unknown'), t('putWall.unknownHint')])
  }
}

/** What must come out of the slot, which nothing of its order is packed from before. */
export function toldStopped(t: TFunction, code: string, { slot, orderId, takeOut }: SlotView): ScanFeedback {
  const items = takeOut.map((item) => nameOf(t, item)).join(', ')
  return {
    ...{ kind: 'told', code, answer: 'put_stopped', orderId },
    ...{ title: t('putWall.stopped', { slot }), hint: t('putWall.stoppedHint', { items }) },
  }
}

export function nameOf(t: TFunction, { title, size }: ItemLook): string {
  const name = title ?? t('picks.unnamed')
  return size === null ? name : `${name}, ${t('lines.size', { size })}`
}
