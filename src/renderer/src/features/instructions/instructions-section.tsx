import { Alert, Button, Stack } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useEffect } from 'react'
import type { InstructionsView } from '../../../../shared/contract/instructions'
import { MOST_INSTRUCTION_TEXT, MOST_INSTRUCTIONS } from '../../../../shared/domain/orders/instruction'
import { CardHelp } from '../../forms/setting-card'
import { useTranslation } from '../../locales/i18n'
import { ErrorAlert } from '../../parts/error-alert'
import { useRead } from '../../parts/use-read'
import { useStores } from '../../stores/stores'
import classes from '../../ui/section.module.css'
import { InstructionList } from './instruction-list'
import own from './instructions.module.css'

/** The folder of packing instructions and item pictures: where it is, what is in it, and which rows are not used. */
export function InstructionsSection() {
  const { t } = useTranslation()
  const { reads } = useStores()
  const { value: view, error, isReading, again } = useRead('instructions:read', {})
  // A picture may have been replaced by another of the same name.
  useEffect(() => {
    if (view !== null) reads.forget('instructions:picture')
  }, [view, reads])
  return (
    <div className={classes['columns']}>
      <InstructionList {...{ view }} onChange={() => void again()} />
      <section className={classes['card']} aria-label={t('instructions.title')}>
        <h2 className={classes['cardTitle']}>{t('instructions.title')}</h2>
        <Stack gap="md">
          <CardHelp>
            <p>{t('instructions.about')}</p>
            <ul className={own['list']}>
              <li>{t('instructions.tableHint')}</li>
              <li>{t('instructions.picturesHint')}</li>
            </ul>
          </CardHelp>
          {view !== null && <code className={own['path']}>{view.folder}</code>}
          <ErrorAlert error={error} />
          <div>
            <Button variant="default" loading={isReading} onClick={() => void again()}>
              {t('instructions.again')}
            </Button>
          </div>
        </Stack>
      </section>
      {view !== null && <Found view={view} />}
    </div>
  )
}

function Found({ view }: { view: InstructionsView }) {
  const { t } = useTranslation()
  const { table, missingColumns, unknownColumns, problems, moreProblems } = view
  const columns = (names: readonly string[]) => names.map((name) => `“${name}”`).join(', ')
  return (
    <section className={classes['card']} aria-label={t('instructions.found')}>
      <h2 className={classes['cardTitle']}>{t('instructions.found')}</h2>
      <Stack gap="sm">
        <div role="status">
          {(table === 'none' || table === 'read') && (
            <p className={own['figure']}>{t('instructions.count', { count: view.instructions })}</p>
          )}
          <p className={own['figure']}>{t('instructions.pictures', { count: view.itemPictures })}</p>
        </div>
        {table !== 'read' && (
          <Alert color={table === 'none' ? 'gray' : 'red'}>{t(`instructions.tables.${table}`)}</Alert>
        )}
        {missingColumns.length > 0 && (
          <Alert color="red">{t('instructions.missingColumns', { columns: columns(missingColumns) })}</Alert>
        )}
        {unknownColumns.length > 0 && (
          <Alert color="yellow">
            {t('instructions.unknownColumns', { columns: columns(unknownColumns) })}
          </Alert>
        )}
        {problems.length > 0 && (
          <Alert color="yellow">
            <p className={own['figure']}>{t('instructions.notUsed')}</p>
            <ul className={own['list']}>
              {problems.map((problem, index) => (
                <li key={index}>{wordsOfProblem(t, problem)}</li>
              ))}
            </ul>
            {moreProblems > 0 && t('instructions.more', { count: moreProblems })}
          </Alert>
        )}
      </Stack>
    </section>
  )
}

function wordsOfProblem(t: TFunction, problem: InstructionsView['problems'][number]): string {
  if ('picture' in problem) return t(`instructions.problems.${problem.kind}`, { picture: problem.picture })
  const { row, kind } = problem
  const words = t(`instructions.problems.${kind}`, { length: MOST_INSTRUCTION_TEXT, most: MOST_INSTRUCTIONS })
  return t('instructions.row', { row, words })
}
