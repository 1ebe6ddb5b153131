import { IconHourglass } from '@tabler/icons-react'
import { useTranslation } from '../locales/i18n'
import { useStoreOf } from '../stores/stores'
import classes from './wait-note.module.css'

/**
 * Says over every page and dialog that the window waits for an answer, and whose. The element stays, because screen readers only
 * announce what changes in one that they know.
 */
export function WaitNote() {
  const { t } = useTranslation()
  const waitsFor = useStoreOf('waits', (state) => state.waitsFor)
  const isUp = useStoreOf('station', ({ link, bootstrap }) => link === 'up' && bootstrap !== null)
  return (
    <div role="status" className={classes['place']} data-testid="wait-note">
      {isUp && waitsFor !== null && (
        <span className={classes['note']}>
          <IconHourglass size={20} aria-hidden />
          {t(`status.waits.${waitsFor}`)} …
        </span>
      )}
    </div>
  )
}
