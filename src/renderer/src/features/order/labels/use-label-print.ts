import { useEffect, useRef, useState } from 'react'
import type { LabelView } from '../../../../../shared/contract/labels'
import type { BridgeError } from '../../../../../shared/contract/result'
import type { LabelChoice } from '../../../../../shared/domain/labels/choose-label'
import { sameLabel } from '../../../../../shared/domain/shipments/used-label'
import { useAct } from '../../../parts/use-read'
import { useStoreOf, useStores } from '../../../stores/stores'
import { printInBrowser, withFrame } from '../../../ui/print-frame'

export type LabelPrinting = {
  isBusy: boolean
  error: BridgeError | null
  /** Prints a label that was not printed before; else asks first. */
  print(label: LabelView): Promise<BridgeError | null>
  /** The label that somebody is asked about. */
  asked: LabelView | null
  answer(again: boolean): Promise<void>
}

let last: Promise<unknown> = Promise.resolve()

/** Printing the labels of an order. @param onPrinted called after each try */
export function useLabelPrint(orderId: number, onPrinted: () => Promise<void>): LabelPrinting {
  const { perform, asked: underWay } = useAct('labels:print')
  const [error, setError] = useState<BridgeError | null>(null)
  const [asked, setAsked] = useState<LabelView | null>(null)

  const send = async (label: LabelView, again: boolean): Promise<BridgeError | null> => {
    setError(null)
    // A printer may be busy with the last order's for half a minute: this one comes after it.
    const turn = last.then(() => perform({ orderId, sha256: label.sha256, again }))
    last = turn.catch(() => undefined)
    const answer = await turn
    if (answer === null) return null
    const problem = answer.ok ? await handOver(answer.value) : answer.error
    await onPrinted()
    // Another window or station's folder may have been faster.
    if (problem?.code === 'label_printed' && !again) setAsked(label)
    else setError(problem)
    return problem
  }
  return {
    isBusy: underWay !== null,
    error,
    async print(label) {
      if (label.printed === null) return send(label, false)
      setAsked(label)
      return null
    },
    asked,
    async answer(again) {
      setAsked(null)
      if (again && asked !== null) await send(asked, true)
    },
  }
}

type Outcome = { kind: 'printed' | 'canceled' } | { kind: 'page' | 'pdf'; path: string }

async function handOver(outcome: Outcome): Promise<BridgeError | null> {
  if (!('path' in outcome)) return null
  try {
    await (outcome.kind === 'pdf' ? printPdfInBrowser : printInBrowser)(outcome.path)
    return null
  } catch (error) {
    return { code: 'print_blocked', message: String(error) }
  }
}

/** Prints the label as soon as its parcel is packed, where that is set: only a label that nothing else could be, and never again. */
export function usePrintWhenPacked(choice: LabelChoice<LabelView>, print: LabelPrinting['print']): void {
  const { order, scan } = useStores()
  const isOn = useStoreOf(
    'station',
    (state) => state.bootstrap?.preferences.labelFolder.printWhenPacked === true,
  )
  const live = useRef({ choice, print })
  useEffect(() => {
    live.current = { choice, print }
  })
  useEffect(() => {
    if (!isOn) return
    return order.subscribe(({ packedShipment }, { packedShipment: before, draft }) => {
      const { choice, print } = live.current
      if (packedShipment === null || packedShipment === before) return
      const label = choice.kind === 'one' ? choice.label : null
      const number = choice.kind === 'one' ? choice.trackingNumber : null
      // Another label was scanned: this one is not on the parcel.
      if (label === null || label.printed !== null) return
      if (number !== null && !sameLabel(number, draft.trackingNumber)) return
      void print(label).then((error) => {
        // The packer may be at the next order by now.
        if (error !== null && error.code !== 'label_printed')
          scan.getState().say({ kind: 'print_failed', code: '', error })
      })
    })
  }, [isOn, order, scan])
}

/**
 * Lets the browser print a PDF with its own viewer, which says nothing of what becomes of it.
 * @param path works once
 * @throws Error when it did not load
 */
function printPdfInBrowser(path: string): Promise<void> {
  return withFrame(path, ({ contentWindow }) => contentWindow?.print())
}
