import { Alert, Button, Stack, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { InstructionList as List, InstructionsView } from '../../../../shared/contract/instructions'
import { useTranslation } from '../../locales/i18n'
import { ErrorAlert } from '../../parts/error-alert'
import { useRead } from '../../parts/use-read'
import classes from '../../ui/section.module.css'
import { EditInstruction } from './edit-instruction'
import { InstructionEntry, type Said } from './instruction-entry'
import { refusalWords } from './instruction-words'
import own from './instructions.module.css'

/** Fewer are found by looking. */
const SEARCHED_FROM = 20
const SEARCH_PAUSE_MS = 200

type Props = {
  /** The folder as it was read last. */
  view: InstructionsView | null
  onChange: () => void
}

/** Every instruction of the folder, a line each. */
export function InstructionList({ view, onChange }: Props) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const searchSoon = useDebouncedCallback(setSearch, SEARCH_PAUSE_MS)
  const { value, error, again } = useRead('instructions:list', { search })
  const [list, setList] = useState<List | null>(null)
  const [isWriting, setWriting] = useState(false)
  const [said, setSaid] = useState<Said>(null)
  // What was found stays while the next answer is on its way.
  if (value !== null && value !== list) setList(value)
  // The folder was read again.
  useEffect(() => void again(), [view, again])
  if (list === null) return <ErrorAlert error={error} />
  const { rows, fitting, total, refused } = list
  const done = (what: Said) => {
    setWriting(false)
    setSaid(what)
    if (what === null) void again()
    else onChange()
  }
  return (
    <section className={classes['card']} aria-label={t('instructions.list.title')}>
      <h2 className={classes['cardTitle']}>{t('instructions.list.title')}</h2>
      <Stack gap="sm">
        {refused === null && (
          <div>
            <Button variant="default" onClick={() => setWriting(true)}>
              {t('instructions.write')}
            </Button>
          </div>
        )}
        {said !== null && (
          <Alert role="status" color="green">
            {t(`instructions.${said}`)}
          </Alert>
        )}
        {total > SEARCHED_FROM && (
          <TextInput
            type="search"
            aria-label={t('instructions.list.find')}
            placeholder={t('instructions.list.find')}
            leftSection={<IconSearch size={18} aria-hidden />}
            maxLength={200}
            onChange={(event) => searchSoon(event.currentTarget.value)}
          />
        )}
        <ErrorAlert error={error} />
        {total === 0 && refused === null && <p className={own['quiet']}>{t('instructions.list.none')}</p>}
        {refused !== null && <p className={own['quiet']}>{refusalWords(t, refused)}</p>}
        {total > 0 && fitting === 0 && (
          <p className={own['quiet']}>{t('instructions.list.nothing', { search })}</p>
        )}
        <ul className={own['entries']}>
          {rows.map((instruction) => (
            <InstructionEntry
              key={instruction.row}
              {...{ instruction, table: list }}
              by={null}
              item={null}
              onDone={done}
            />
          ))}
        </ul>
        {fitting > rows.length && (
          <p className={own['quiet']}>{t('instructions.list.more', { count: fitting - rows.length })}</p>
        )}
      </Stack>
      {isWriting && (
        <EditInstruction
          instruction={null}
          item={null}
          table={list}
          onClose={() => done(null)}
          onDone={() => done('saved')}
        />
      )}
    </section>
  )
}
