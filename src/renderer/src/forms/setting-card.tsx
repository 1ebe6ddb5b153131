import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from '../locales/i18n'
import classes from '../ui/section.module.css'

type Props = {
  title: string
  /** Of the card's settings, as `useSettings` tells it. */
  last: { isUndo: boolean; undo: (() => void) | null } | null
  children: ReactNode
}

/** Settings that hardly anybody changes. Closed, until somebody opens it or is led to one of them. */
export function MoreSettings({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <details className={classes['more']}>
      <summary>{t('settings.more')}</summary>
      <div className={classes['fields']}>{children}</div>
    </details>
  )
}

/** What a card is for, in some sentences: for who asks. */
export function CardHelp({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <details className={classes['help']}>
      <summary>{t('settings.help')}</summary>
      {children}
    </details>
  )
}

/** A card of settings that are saved as they are changed. Its head says so, and takes the last change back. */
export function SettingCard({ title, last, children }: Props) {
  const { t } = useTranslation()
  return (
    <section className={classes['card']} aria-label={title}>
      <div className={classes['head']}>
        <h2 className={classes['cardTitle']}>{title}</h2>
        <div className={classes['saved']}>
          <span role="status">{last !== null && t(last.isUndo ? 'settings.undone' : 'settings.saved')}</span>
          {last?.undo && (
            // Leaving a field saves its text, and this button with the change it is for would be gone before the click.
            <Button variant="subtle" onMouseDown={(event) => event.preventDefault()} onClick={last.undo}>
              {t('settings.undo')}
            </Button>
          )}
        </div>
      </div>
      <div className={classes['fields']}>{children}</div>
    </section>
  )
}
