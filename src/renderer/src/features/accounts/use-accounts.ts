import { useKept, useRead } from '../../parts/use-read'

/** The accounts of this PC. @param isShown nothing is asked before */
export function useAccounts(isShown = true) {
  return useRead('accounts:list', isShown ? {} : null, { staleOn: ['accounts_changed'] })
}

/** Whether the dialog is open in which another account is chosen. */
export function useChoosingAccount() {
  return useKept('accounts.choosing', false)
}
