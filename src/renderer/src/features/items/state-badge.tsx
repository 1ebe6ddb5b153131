import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { en } from '../../../../locales/en/words'
import { StateChip, type ChipTone } from '../../parts/state-chip'

const TONES: Readonly<Partial<Record<string, ChipTone>>> = {
  listed: 'ok',
  processing: 'accent',
  ready_to_delete: 'warn',
}

export function StateBadge({ state }: { state: string }) {
  const { t } = useTranslation()
  return <StateChip tone={TONES[state] ?? 'plain'}>{stateWords(t, state)}</StateChip>
}

type NamedState = keyof typeof en.items.states

/** A state that the document does not name is shown as the marketplace calls it. */
export function stateWords(t: TFunction, state: string): string {
  return Object.hasOwn(en.items.states, state) ? t(`items.states.${state as NamedState}`) : state
}
