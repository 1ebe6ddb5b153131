import { useTranslation } from 'react-i18next'
import { COMMAND_CODES } from '../../../../shared/domain/command'
import { COMMAND_KEYS } from '../../../../shared/domain/commanding'
import type { Offer } from '../../../../shared/domain/tour'
import classes from './coach.module.css'

/** What can be scanned now: its name, and the code itself. */
export function OfferedCode({ offer }: { offer: Offer }) {
  const words = useCodeWords(offer)
  const code = codeOf(offer)
  if (code === null) return null
  return (
    <figure className={classes['code']}>
      <span data-testid="coach-code">{code}</span>
      <figcaption>{words}</figcaption>
    </figure>
  )
}

function codeOf(offer: Offer): string | null {
  if (offer.kind === 'scan') return offer.code
  return offer.kind === 'command' ? COMMAND_CODES[offer.command] : null
}

function useCodeWords(offer: Offer): string {
  const { t } = useTranslation()
  if (offer.kind === 'scan') return t(`guide.codes.${offer.what}`, { code: offer.code })
  if (offer.kind !== 'command') return ''
  const { key, shift } = COMMAND_KEYS[offer.command]
  const name = t(`commands.names.${offer.command}`)
  return t('guide.codes.command', { name, key: shift ? `${t('commands.shift')}+${key}` : key })
}
