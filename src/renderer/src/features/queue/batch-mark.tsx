import { IconPackages } from '@tabler/icons-react'
import { useTranslation } from '../../locales/i18n'
import { CommandKey } from '../../parts/command-key'
import { useStoreOf } from '../../stores/stores'
import classes from './batch-mark.module.css'

/** While scans pack by themselves, every page says so, and how to stop it. */
export function BatchMark() {
  const { t } = useTranslation()
  const count = useStoreOf('scan', (state) => state.batch)
  const locked = useStoreOf('operator', (state) => state.locked)
  const command = useStoreOf('scan', (state) => state.command)
  if (count === null || locked) return null
  return (
    <div className={classes['mark']} role="status" aria-label={t('queue.batch.switch')}>
      <IconPackages size={28} stroke={1.75} aria-hidden />
      <div>
        <div className={classes['name']}>{t('queue.batch.mark')}</div>
        <div>{t('queue.batch.packed', { count })}</div>
      </div>
      <button type="button" className={classes['off']} onClick={() => void command('batch', 'touch')}>
        <CommandKey command="batch" /> {t('queue.batch.off')}
      </button>
    </div>
  )
}
