import { useState } from 'react'
import type { AccountRow } from '../../../../shared/contract/accounts'
import type { BridgeError } from '../../../../shared/contract/result'
import { useStoreOf, useStores } from '../../stores/stores'

/** What is asked before an account is opened, one question after the other. */
export type Question = { about: 'unsaved' | 'damaged'; row: AccountRow }

/** Switches to an account, once a person has answered what there is to ask. */
export function useSwitch() {
  const { requests } = useStores().bridge
  const unsaved = useStoreOf('screen', (state) => state.unsaved)
  const [asked, ask] = useState<Question | null>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<BridgeError | null>(null)

  const open = async (row: AccountRow, repair: boolean): Promise<void> => {
    ask(null)
    setBusy(true)
    const answer = await requests['accounts:switch']({ accountId: row.accountId, repair })
    setBusy(false)
    const refusal = answer.ok ? null : answer.error
    // The damage may have been found only now.
    if (refusal?.code === 'account_damaged' && !repair) ask({ about: 'damaged', row })
    else setError(refusal)
  }
  const openOrAsk = (row: AccountRow): void => {
    if (row.problem === 'damaged') ask({ about: 'damaged', row })
    else void open(row, false)
  }
  return {
    asked,
    busy,
    error,
    choose(row: AccountRow): void {
      setError(null)
      if (unsaved > 0) ask({ about: 'unsaved', row })
      else openOrAsk(row)
    },
    agree(): void {
      if (asked?.about === 'damaged') void open(asked.row, true)
      else if (asked !== null) openOrAsk(asked.row)
    },
    stay: () => ask(null),
  }
}
