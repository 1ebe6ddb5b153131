import { Button } from '@mantine/core'
import { IconListCheck } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from '../../locales/i18n'
import classes from './pick-list-button.module.css'
import { usePickList } from './use-pick-list'

const PickListDialog = lazy(async () => ({ default: (await import('./pick-list')).PickListDialog }))

export function PickListButton() {
  const { t } = useTranslation()
  const { open, show } = usePickList()
  return (
    <>
      <Button
        variant="default"
        className={classes['open'] ?? ''}
        leftSection={<IconListCheck size={20} aria-hidden />}
        aria-label={t('picks.title')}
        title={t('picks.title')}
        onClick={show}
      >
        <span className={classes['openWord']}>{t('picks.title')}</span>
      </Button>
      {open && (
        <Suspense>
          <PickListDialog />
        </Suspense>
      )}
    </>
  )
}
