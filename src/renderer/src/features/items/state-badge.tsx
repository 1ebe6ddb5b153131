import { useTranslation } from '../../locales/i18n'
import { StateChip, type ChipTone } from '../../parts/state-chip'
import { itemStateWords } from '../../parts/state-words'

const TONES: Readonly<Partial<Record<string, ChipTone>>> = {
  listed: 'ok',
  processing: 'accent',
  ready_to_delete: 'warn',
}

export function StateBadge({ state }: { state: string }) {
  const { t } = useTranslation()
  return <StateChip tone={TONES[state] ?? 'plain'}>{itemStateWords(t, state)}</StateChip>
}
