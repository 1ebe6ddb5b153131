import { Button, Text, Switch } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AccountRow } from '../../../../shared/contract/accounts'
import { ErrorAlert } from '../../parts/error-alert'
import { useStoreOf } from '../../stores/stores'
import classes from '../../ui/section.module.css'
import { AccountDialog } from './account-dialog'
import { accountName } from './account-words'
import { useAccounts } from './use-accounts'
import { SwitchRows } from './switch-rows'
import { z } from 'zod'
import { preferenceSchemas, type Preferences } from '../../../../shared/contract/preferences'
import { strict } from '../../forms/typed'
import { useSchemaForm } from '../../forms/use-schema-form'
import { OutcomeAlert } from '../../parts/outcome'
import own from './accounts.module.css'

/** The accounts of this PC: their names and colors, and who may switch. */
export function AccountsSection() {
  const { t } = useTranslation()
  const { value, error } = useAccounts()
  const rule = useStoreOf('station', (state) => state.bootstrap?.preferences.accounts)
  const [edited, setEdited] = useState<AccountRow | null>(null)
  return (
    <div className={classes['columns']}>
      <section className={classes['card']} aria-label={t('accounts.title')}>
        <h2 className={classes['cardTitle']}>{t('accounts.title')}</h2>
        <Text>{t('accounts.about')}</Text>
        <Text mt="xs" className={classes['quiet']}>
          {t('accounts.shared')}
        </Text>
        <ErrorAlert error={error} mt="sm" />
        <SwitchRows
          rows={value?.rows ?? []}
          more={(row) =>
            row.mode === 'live' &&
            row.baseUrl !== null && (
              <Button
                variant="default"
                aria-label={t('accounts.edit', { name: accountName(t, row) })}
                onClick={() => setEdited(row)}
              >
                {t('accounts.editShort')}
              </Button>
            )
          }
        />
        {edited !== null && <AccountDialog account={edited} onClose={() => setEdited(null)} />}
      </section>
      <div>{rule !== undefined && <SwitchRuleForm rule={rule} />}</div>
    </div>
  )
}

const ruleSchema = z.object(strict(preferenceSchemas.accounts))

/** Whether a packer may switch accounts without a supervisor. */
function SwitchRuleForm({ rule }: { rule: Preferences['accounts'] }) {
  const { t } = useTranslation()
  const savePreferences = useStoreOf('station', (state) => state.savePreferences)
  const { field, submit, outcome } = useSchemaForm({
    schema: ruleSchema,
    initial: rule,
    problemWords: {},
    send: (accounts) => savePreferences({ accounts }),
  })
  return (
    <form className={classes['card']} onSubmit={submit} aria-label={t('accounts.rules')}>
      <h2 className={classes['cardTitle']}>{t('accounts.rules')}</h2>
      <div className={own['fields']}>
        <Switch
          size="lg"
          label={t('accounts.packersSwitch')}
          description={t('accounts.packersSwitchHint')}
          {...field('packersSwitch', 'checkbox')}
        />
        <OutcomeAlert outcome={outcome} saved={t('accounts.saved')} />
        <div>
          <Button type="submit">{t('accounts.save')}</Button>
        </div>
      </div>
    </form>
  )
}
