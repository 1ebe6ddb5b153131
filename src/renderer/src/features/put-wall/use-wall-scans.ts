import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import type { PutWall, SlotView } from '../../../../shared/contract/put-wall'
import type { Result } from '../../../../shared/contract/result'
import { useTranslation } from '../../locales/i18n'
import { useFormGuard } from '../../scan/use-form-guard'
import type { ScanFeedback } from '../../scan/scan-feedback'
import { useStores, type Stores } from '../../stores/stores'
import { toldAtWall } from './told-at-wall'

export const WALL_READ = ['put-wall:read', {}] as const

/**
 * While the wall is shown, every code is an item's, a slot's or an order's; a label packs the order that was just completed. CONFIRM
 * opens that one, else the first complete one, UNDO takes the last item out, and CANCEL goes back to the list.
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

function wallScans({ reads, screen, order, scan }: Stores, t: TFunction) {
  /** The stopped slot whose code was scanned last: once more, and its items are out. */
  let asked: number | null = null
  /** The slot that the last item completed. */
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
    for (const line of reads.read('put-wall:of-order', { orderId }).value?.here?.lines ?? [])
      order.getState().choose(line.lineId, line.code)
    return { kind: 'order_opened', code, orderId }
  }

  const clear = async ({ slot }: Pick<SlotView, 'slot'>): Promise<Result<PutWall> | null> => {
    const answer = await reads.perform('put-wall:clear', { slot })
    if (answer !== null) show(answer)
    return answer
  }

  /** A carrier's label right after its order was completed is that order's, as if the slot's code had come before it. */
  const packWithLabel = async (codes: readonly string[]): Promise<ScanFeedback | null> => {
    const { labelCode, checkLabel } = order.getState()
    const label = labelCode(codes)
    const complete = named()
    if (complete === null || checkLabel(label).check !== 'sure') return null
    const opened = await open(complete, label)
    // The next in turn, at the bench by then.
    if (opened.kind === 'order_opened')
      void scan.getState().scan({ raw: codes[0] ?? '', codes, problem: null, isAgain: true })
    return opened
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
    if (answer.kind !== 'unknown') completed = answer.kind === 'complete' ? answer.slot.slot : null
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
      case 'unknown':
        return (await packWithLabel(codes)) ?? toldAtWall(t, code, answer)
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

  /** Of the complete slots, the one that the screen has just named. */
  const named = (): SlotView | null => completeSlots().find(({ slot }) => slot === completed) ?? null
  const completeSlots = (): readonly SlotView[] =>
    reads.read(...WALL_READ).value?.taken.filter(({ state }) => state === 'complete') ?? []

  const confirm = async (): Promise<boolean> => {
    const complete = named() ?? completeSlots()[0]
    return complete !== undefined && (await open(complete, '')).kind === 'order_opened'
  }
  return { take, undo, confirm, clear, open: (slot: SlotView) => open(slot, '') }
}
