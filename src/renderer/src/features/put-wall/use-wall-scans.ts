import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { PutWall, SlotView } from '../../../../shared/contract/put-wall'
import type { Result } from '../../../../shared/contract/result'
import { useFormGuard } from '../../scan/use-form-guard'
import type { ScanFeedback } from '../../scan/scan-feedback'
import { useStores, type Stores } from '../../stores/stores'
import { toldAtWall } from './told-at-wall'

export const WALL_READ = ['put-wall:read', {}] as const

/**
 * While the wall is shown, every code is an item's, a slot's or an order's. CONFIRM opens the order that was
 * completed last, else the first complete one, UNDO takes the last item out, and CANCEL goes back to the list.
 */
export function useWallScans(): {
  open: (slot: SlotView) => Promise<unknown>
  clear: (slot: SlotView) => Promise<unknown>
} {
  const stores = useStores()
  const { t } = useTranslation()
  const wall = useMemo(() => wallScans(stores, t), [stores, t])
  useFormGuard(true, {
    ...{ takeTracking: null, take: wall.take, commands: { undo: wall.undo }, confirm: wall.confirm },
    close: () => stores.screen.getState().go('queue'),
  })
  return wall
}

function wallScans({ reads, screen, order }: Stores, t: TFunction) {
  /** The stopped slot whose code was scanned last: once more, and its items are out. */
  let asked: number | null = null
  /** The slot that the last scan has completed. */
  let completed: number | null = null
  const show = (answer: Result<PutWall>): void => reads.take(...WALL_READ, answer)

  /** With what is in its slot: the label is the next scan, and completes the order. */
  const open = async ({ orderId }: Pick<SlotView, 'orderId'>, code: string): Promise<ScanFeedback> => {
    screen.getState().visit('order')
    const [isOpen] = await Promise.all([
      order.getState().open(orderId),
      reads.reload('put-wall:of-order', { orderId }),
    ])
    const { error } = order.getState()
    if (!isOpen) return error === null ? { kind: 'form_open', code } : { kind: 'failed', code, error }
    for (const line of reads.read('put-wall:of-order', { orderId }).value?.lines ?? [])
      order.getState().choose(line.lineId, line.code)
    return { kind: 'order_opened', code, orderId }
  }

  const clear = async ({ slot }: Pick<SlotView, 'slot'>): Promise<Result<PutWall> | null> => {
    const answer = await reads.perform('put-wall:clear', { slot })
    if (answer !== null) show(answer)
    return answer
  }

  const take = async (codes: readonly string[]): Promise<ScanFeedback> => {
    const code = codes[0] ?? ''
    const found = await reads.perform('put-wall:scan', { codes: [...codes] })
    if (found === null) return { kind: 'form_open', code }
    if (!found.ok) return { kind: 'failed', code, error: found.error }
    const { answer, wall } = found.value
    show({ ...found, value: wall })
    const before = asked
    asked = answer.kind === 'stopped' ? answer.slot.slot : null
    if (answer.kind === 'complete') completed = answer.slot.slot
    switch (answer.kind) {
      case 'slot':
        return open(answer.slot, code)
      case 'order':
        return open(answer, code)
      case 'stopped': {
        const { slot, orderId } = answer.slot
        if (before !== slot) return toldAtWall(t, code, answer)
        asked = null
        const cleared = await clear({ slot })
        if (cleared === null) return { kind: 'form_open', code }
        if (!cleared.ok) return { kind: 'failed', code, error: cleared.error }
        const [title, hint] = [t('putWall.cleared', { slot }), t('putWall.clearedHint')]
        return { kind: 'told', code, answer: 'put_cleared', orderId, title, hint }
      }
      default:
        return toldAtWall(t, code, answer)
    }
  }

  const undo = async (): Promise<ScanFeedback> => {
    const done = await reads.perform('put-wall:take-out', {})
    if (done === null) return { kind: 'form_open', code: '' }
    if (!done.ok) return { kind: 'failed', code: '', error: done.error }
    const told = { kind: 'told', code: '' } as const
    if (done.value === null)
      return { ...told, answer: 'put_nothing', orderId: null, title: t('putWall.nothing'), hint: null }
    const { slot, orderId, wall } = done.value
    show({ ...done, value: wall })
    const [title, hint] = [t('putWall.out', { slot }), t('putWall.outHint')]
    return { ...told, answer: 'put_out', orderId, title, hint }
  }

  const confirm = async (): Promise<boolean> => {
    const all = reads.read(...WALL_READ).value?.taken.filter(({ state }) => state === 'complete') ?? []
    // The one that the screen has just named.
    const complete = all.find(({ slot }) => slot === completed) ?? all[0]
    if (complete === undefined) return false
    return (await open(complete, '')).kind === 'order_opened'
  }
  return { take, undo, confirm, clear, open: (slot: SlotView) => open(slot, '') }
}
