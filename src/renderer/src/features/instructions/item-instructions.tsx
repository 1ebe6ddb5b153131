import { Alert, Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '../../locales/i18n'
import { ErrorAlert } from '../../parts/error-alert'
import { useMayManage } from '../../parts/needs-supervisor'
import { useRead } from '../../parts/use-read'
import classes from '../../ui/section.module.css'
import { EditInstruction } from './edit-instruction'
import { InstructionEntry, type Said } from './instruction-entry'
import { refusalWords } from './instruction-words'
import own from './instructions.module.css'

/** What the bench says of an item, and how to change that. */
export function ItemInstructions({ itemNumber }: { itemNumber: string }) {
  const { t } = useTranslation()
  const mayManage = useMayManage()
  const { value: table, error, again } = useRead('instructions:of-item', { itemNumber })
  const [isWriting, setWriting] = useState(false)
  const [said, setSaid] = useState<Said>(null)
  if (table === null) return <ErrorAlert error={error} />
  const { rows, item, refused } = table
  const done = (what: Said) => {
    setWriting(false)
    setSaid(what)
    void again()
  }
  return (
    <section className={`${classes['card']} ${own['atItem']}`} aria-label={t('instructions.card')}>
      <h2 className={classes['cardTitle']}>{t('instructions.card')}</h2>
      {rows.length === 0 && refused === null && <p className={own['quiet']}>{t('instructions.nothing')}</p>}
      {rows.length > 0 && (
        <ul className={own['entries']}>
          {rows.map(({ by, ...instruction }) => (
            <InstructionEntry key={instruction.row} {...{ instruction, by, item, table }} onDone={done} />
          ))}
        </ul>
      )}
      {refused !== null && (
        <Alert color="red" mt="sm">
          {refusalWords(t, refused)}
        </Alert>
      )}
      {said !== null && (
        <Alert role="status" color="green" mt="sm">
          {t(`instructions.${said}`)}
        </Alert>
      )}
      {mayManage && refused === null && (
        <Button variant="default" mt="sm" onClick={() => setWriting(true)}>
          {t('instructions.write')}
        </Button>
      )}
      {isWriting && (
        <EditInstruction
          instruction={null}
          {...{ item, table }}
          onClose={() => done(null)}
          onDone={() => done('saved')}
        />
      )}
    </section>
  )
}
