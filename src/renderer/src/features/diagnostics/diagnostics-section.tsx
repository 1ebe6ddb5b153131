import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconMinus,
  type TablerIcon,
} from '@tabler/icons-react'
import { useTranslation } from '../../locales/i18n'
import { useMayManageNow } from '../../parts/needs-supervisor'
import type { CheckState, CheckView, DiagnosticsView } from '../../../../shared/contract/diagnostics'
import { useAct, useRead } from '../../parts/use-read'
import { ErrorAlert } from '../../parts/error-alert'
import classes from '../../ui/section.module.css'
import own from './diagnostics.module.css'

/** What IT asks first: checks, facts and the log, and files to send or copy. */
export function DiagnosticsSection() {
  const { t } = useTranslation()
  const { value: view, error, isReading, again } = useRead('diagnostics:read', {})
  const [saving, exporting] = [useAct('diagnostics:save'), useAct('diagnostics:export-setup')]
  const look = () => {
    saving.clear()
    exporting.clear()
    void again()
  }
  /** The screen shows the file that was made last. */
  const make = (act: { perform(request: object): unknown }, other: { clear(): void }) => {
    other.clear()
    void act.perform({})
  }
  const isBusy = isReading || saving.asked !== null || exporting.asked !== null
  const mayManage = useMayManageNow()
  return (
    <Stack gap="lg">
      <section className={classes['card']} aria-label={t('diagnostics.title')}>
        <h2 className={classes['cardTitle']}>{t('diagnostics.title')}</h2>
        <Text mb="md">{t('diagnostics.about')}</Text>
        <Group>
          <Button loading={saving.asked !== null} disabled={isBusy} onClick={() => make(saving, exporting)}>
            {t('diagnostics.save')}
          </Button>
          <Button variant="default" loading={isReading} disabled={isBusy} onClick={() => look()}>
            {t('diagnostics.again')}
          </Button>
          {mayManage && (
            <Button variant="default" disabled={isBusy} onClick={() => make(exporting, saving)}>
              {t('diagnostics.setup')}
            </Button>
          )}
        </Group>
        {mayManage && (
          <Text mt="sm" className={classes['quiet']}>
            {t('diagnostics.setupAbout')}
          </Text>
        )}
        <ErrorAlert error={saving.error ?? exporting.error ?? error} mt="md" />
        {saving.done !== null && <Saved>{t('diagnostics.saved', saving.done)}</Saved>}
        {exporting.done !== null && <Saved>{t('diagnostics.setupSaved', exporting.done)}</Saved>}
      </section>
      {view !== null && (
        <>
          <div className={classes['columns']}>
            <Checks checks={view.checks} />
            <Facts facts={view.facts} />
          </div>
          <Log lines={view.log} />
        </>
      )}
    </Stack>
  )
}

function Saved({ children }: { children: string }) {
  return (
    <Alert role="status" color="green" mt="md" className={own['file'] ?? ''}>
      {children}
    </Alert>
  )
}

const ICONS: Readonly<Record<CheckState, TablerIcon>> = {
  good: IconCircleCheck,
  warning: IconAlertTriangle,
  failed: IconCircleX,
  skipped: IconMinus,
}

function Checks({ checks }: { checks: readonly CheckView[] }) {
  const { t } = useTranslation()
  return (
    <section className={classes['card']} aria-label={t('diagnostics.checks')}>
      <h2 className={classes['cardTitle']}>{t('diagnostics.checks')}</h2>
      <ul className={own['checks']}>
        {checks.map(({ check, state, detail }) => {
          const Icon = ICONS[state]
          return (
            <li key={check} className={own['check']} data-state={state}>
              <Icon className={own['icon']} role="img" aria-label={t(`diagnostics.states.${state}`)} />
              <span className={own['name']}>{t(`diagnostics.checkNames.${check}`)}</span>
              <span className={own['detail']}>{detail}</span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function Facts({ facts }: { facts: DiagnosticsView['facts'] }) {
  const { t } = useTranslation()
  return (
    <section className={classes['card']} aria-label={t('diagnostics.facts')}>
      <h2 className={classes['cardTitle']}>{t('diagnostics.facts')}</h2>
      <dl className={own['facts']} lang="en">
        {facts.map(([name, value]) => (
          <div key={name} className={own['fact']}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Log({ lines }: { lines: readonly string[] }) {
  const { t } = useTranslation()
  return (
    <section className={classes['card']} aria-label={t('diagnostics.log')}>
      <h2 className={classes['cardTitle']}>{t('diagnostics.log')}</h2>
      {lines.length === 0 ? (
        <Text className={classes['quiet']}>{t('diagnostics.logEmpty')}</Text>
      ) : (
        // Scrollable by keyboard, too.
        <pre className={own['log']} tabIndex={0} lang="en">
          {/* The newest first: what IT looks for has just happened. */}
          {lines.toReversed().join('\n')}
        </pre>
      )}
    </section>
  )
}
