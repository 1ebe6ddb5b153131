import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import type { HandoverMode } from '../../../../shared/domain/shipments/handover'
import type { Command, CommandRefusal } from '../../../../shared/domain/scanning/command'
import { useTranslation } from '../../locales/i18n'
import { useFormGuard } from '../../scan/use-form-guard'
import type { ScanFeedback } from '../../scan/scan-feedback'
import type { FormCommands } from '../../scan/scan-state'
import { useStores, type Stores } from '../../stores/stores'
import { toldAtDock } from './dock-words'
import { manifestOf } from './manifest'

/**
 * While the dock is shown, every code is a parcel's, CONFIRM marks the round, UNDO takes the last parcel out of it,
 * SHIP and DELIVER select the kind of round, REPRINT prints the manifest, and CANCEL goes back to the orders.
 * @param mark resolves to whether the round was marked
 */
export function useDockScans(mark: () => Promise<boolean>): void {
  const stores = useStores()
  const { t } = useTranslation()
  const { take, commands } = useMemo(() => dockScans(stores, t), [stores, t])
  const close = () => stores.screen.getState().go('queue')
  useFormGuard(true, { takeTracking: null, take, commands, confirm: mark, close })
}

function dockScans({ handover, printing, scan }: Stores, t: TFunction) {
  const take = async (codes: readonly string[]): Promise<ScanFeedback> => {
    const code = codes[0] ?? ''
    const round = handover.getState().carrier
    const answer = await handover.getState().takeScan(codes)
    return answer.ok
      ? toldAtDock(t, code, { answer: answer.value, round })
      : { kind: 'failed', code, error: answer.error }
  }

  const refuse = (command: Command, why: CommandRefusal): ScanFeedback => {
    return { kind: 'refused', code: '', command, why, missing: 0 }
  }

  const undo = async (): Promise<ScanFeedback> => {
    const answer = await handover.getState().takeLastOut()
    if (!answer.ok) return { kind: 'failed', code: '', error: answer.error }
    const orderIds = answer.value
    return orderIds.length === 0
      ? refuse('undo', 'nothing_to_undo')
      : { kind: 'parcel_out', code: '', orderIds }
  }

  /** The next scan does not wait for the printer. */
  const reprint = async (): Promise<ScanFeedback> => {
    const document = manifestOf(handover.getState())
    if (document === null) return refuse('reprint', 'not_there')
    void printing
      .print(document)
      .then((error) => error !== null && scan.getState().say({ kind: 'print_failed', code: '', error }))
    return { kind: 'reprinting', code: '' }
  }

  const round = (mode: HandoverMode) => async (): Promise<ScanFeedback> => {
    if (handover.getState().mode !== mode) handover.getState().setMode(mode)
    return { kind: 'round_opened', code: '', mode }
  }

  const commands: FormCommands = { undo, reprint, ship: round('ship'), deliver: round('deliver') }
  return { take, commands }
}
