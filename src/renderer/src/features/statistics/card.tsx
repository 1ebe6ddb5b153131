import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { RequestOf } from '../../../../shared/contract/requests'
import type { Table } from '../../../../shared/contract/tables'
import { useStoreOf } from '../../stores/stores'
import classes from './statistics.module.css'

type Props = {
  title: string
  children: ReactNode
  /** What the button saves; absent: there is nothing to save. */
  file?: { name: RequestOf<'statistics:save'>['name']; table: () => Table }
}

/** One question and its answer. */
export function Card({ title, children, file }: Props) {
  const { t } = useTranslation()
  const save = useStoreOf('statistics', (state) => state.save)
  return (
    <section className={classes['card']} aria-label={title}>
      <div className={classes['cardHead']}>
        <h2 className={classes['cardTitle']}>{title}</h2>
        {file !== undefined && (
          <Button
            variant="default"
            size="sm"
            h={44}
            leftSection={<IconDownload size={18} aria-hidden />}
            aria-label={t('statistics.csv.saveTable', { table: title })}
            onClick={() => void save(file.name, file.table())}
          >
            {t('statistics.csv.save')}
          </Button>
        )}
      </div>
      {children}
    </section>
  )
}
